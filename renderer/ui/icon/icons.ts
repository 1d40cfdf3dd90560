import Activity from '@lucide/svelte/icons/activity';
import TriangleAlert from '@lucide/svelte/icons/triangle-alert';
import AppWindow from '@lucide/svelte/icons/app-window';
import Archive from '@lucide/svelte/icons/archive';
import ArrowDown from '@lucide/svelte/icons/arrow-down';
import ArrowLeft from '@lucide/svelte/icons/arrow-left';
import ArrowLeftRight from '@lucide/svelte/icons/arrow-left-right';
import ArrowRight from '@lucide/svelte/icons/arrow-right';
import ArrowUp from '@lucide/svelte/icons/arrow-up';
import ArrowUpDown from '@lucide/svelte/icons/arrow-up-down';
import Bell from '@lucide/svelte/icons/bell';
import BookOpen from '@lucide/svelte/icons/book-open';
import Bug from '@lucide/svelte/icons/bug';
import Calendar from '@lucide/svelte/icons/calendar';
import ChartColumn from '@lucide/svelte/icons/chart-column';
import Check from '@lucide/svelte/icons/check';
import CheckCheck from '@lucide/svelte/icons/check-check';
import ChevronDown from '@lucide/svelte/icons/chevron-down';
import ChevronLeft from '@lucide/svelte/icons/chevron-left';
import ChevronRight from '@lucide/svelte/icons/chevron-right';
import ChevronUp from '@lucide/svelte/icons/chevron-up';
import ChevronsUpDown from '@lucide/svelte/icons/chevrons-up-down';
import CircleAlert from '@lucide/svelte/icons/circle-alert';
import CircleCheck from '@lucide/svelte/icons/circle-check';
import CircleQuestionMark from '@lucide/svelte/icons/circle-question-mark';
import CircleX from '@lucide/svelte/icons/circle-x';
import Clipboard from '@lucide/svelte/icons/clipboard';
import Clock from '@lucide/svelte/icons/clock';
import Cloud from '@lucide/svelte/icons/cloud';
import CloudOff from '@lucide/svelte/icons/cloud-off';
import Code from '@lucide/svelte/icons/code';
import Columns2 from '@lucide/svelte/icons/columns-2';
import Copy from '@lucide/svelte/icons/copy';
import CopyPlus from '@lucide/svelte/icons/copy-plus';
import CornerDownLeft from '@lucide/svelte/icons/corner-down-left';
import Database from '@lucide/svelte/icons/database';
import Download from '@lucide/svelte/icons/download';
import Ellipsis from '@lucide/svelte/icons/ellipsis';
import ExternalLink from '@lucide/svelte/icons/external-link';
import Eye from '@lucide/svelte/icons/eye';
import EyeOff from '@lucide/svelte/icons/eye-off';
import FileIcon from '@lucide/svelte/icons/file';
import FileCode from '@lucide/svelte/icons/file-code';
import FileDiff from '@lucide/svelte/icons/file-diff';
import FileDown from '@lucide/svelte/icons/file-down';
import FileUp from '@lucide/svelte/icons/file-up';
import Funnel from '@lucide/svelte/icons/funnel';
import Fingerprint from '@lucide/svelte/icons/fingerprint-pattern';
import FlaskConical from '@lucide/svelte/icons/flask-conical';
import FolderOpen from '@lucide/svelte/icons/folder-open';
import GitCompare from '@lucide/svelte/icons/git-compare';
import Globe from '@lucide/svelte/icons/globe';
import GripVertical from '@lucide/svelte/icons/grip-vertical';
import HardDrive from '@lucide/svelte/icons/hard-drive';
import History from '@lucide/svelte/icons/rotate-ccw-clock';
import House from '@lucide/svelte/icons/house';
import Inbox from '@lucide/svelte/icons/inbox';
import Info from '@lucide/svelte/icons/info';
import KeyRound from '@lucide/svelte/icons/key-round';
import Keyboard from '@lucide/svelte/icons/keyboard';
import LayoutGrid from '@lucide/svelte/icons/layout-grid';
import List from '@lucide/svelte/icons/list';
import ListChecks from '@lucide/svelte/icons/list-checks';
import Lock from '@lucide/svelte/icons/lock';
import LogIn from '@lucide/svelte/icons/log-in';
import LogOut from '@lucide/svelte/icons/log-out';
import Mail from '@lucide/svelte/icons/mail';
import Maximize2 from '@lucide/svelte/icons/maximize-2';
import Minus from '@lucide/svelte/icons/minus';
import Monitor from '@lucide/svelte/icons/monitor';
import Moon from '@lucide/svelte/icons/moon';
import Network from '@lucide/svelte/icons/network';
import Package from '@lucide/svelte/icons/package';
import PanelLeft from '@lucide/svelte/icons/panel-left';
import PanelRight from '@lucide/svelte/icons/panel-right';
import Pause from '@lucide/svelte/icons/pause';
import Pencil from '@lucide/svelte/icons/pencil';
import Pin from '@lucide/svelte/icons/pin';
import Play from '@lucide/svelte/icons/play';
import Plug from '@lucide/svelte/icons/plug';
import Plus from '@lucide/svelte/icons/plus';
import Power from '@lucide/svelte/icons/power';
import RefreshCw from '@lucide/svelte/icons/refresh-cw';
import Replace from '@lucide/svelte/icons/replace';
import RotateCcw from '@lucide/svelte/icons/rotate-ccw';
import Save from '@lucide/svelte/icons/save';
import ScanSearch from '@lucide/svelte/icons/scan-search';
import Search from '@lucide/svelte/icons/search';
import Send from '@lucide/svelte/icons/send';
import Server from '@lucide/svelte/icons/server';
import Settings from '@lucide/svelte/icons/settings';
import Shield from '@lucide/svelte/icons/shield';
import ShieldAlert from '@lucide/svelte/icons/shield-alert';
import ShieldCheck from '@lucide/svelte/icons/shield-check';
import SlidersHorizontal from '@lucide/svelte/icons/sliders-horizontal';
import Sparkles from '@lucide/svelte/icons/sparkles';
import Square from '@lucide/svelte/icons/square';
import SquareFunction from '@lucide/svelte/icons/square-function';
import Star from '@lucide/svelte/icons/star';
import Sun from '@lucide/svelte/icons/sun';
import Table2 from '@lucide/svelte/icons/table-2';
import Tag from '@lucide/svelte/icons/tag';
import Terminal from '@lucide/svelte/icons/terminal';
import TextCursorInput from '@lucide/svelte/icons/text-cursor-input';
import Trash2 from '@lucide/svelte/icons/trash';
import Undo2 from '@lucide/svelte/icons/undo-2';
import Unplug from '@lucide/svelte/icons/unplug';
import Upload from '@lucide/svelte/icons/upload';
import User from '@lucide/svelte/icons/user';
import UserPlus from '@lucide/svelte/icons/user-plus';
import Users from '@lucide/svelte/icons/users';
import WandSparkles from '@lucide/svelte/icons/wand-sparkles';
import Webhook from '@lucide/svelte/icons/webhook';
import WifiOff from '@lucide/svelte/icons/wifi-off';
import WrapText from '@lucide/svelte/icons/text-wrap';
import X from '@lucide/svelte/icons/x';
import Zap from '@lucide/svelte/icons/zap';

/**
 * The one icon set (Lucide), by name. Only the icons listed here are bundled: add one by importing it.
 * Views name icons, they do not import them.
 */
export const icons = {
  activity: Activity,
  'alert-triangle': TriangleAlert,
  'app-window': AppWindow,
  archive: Archive,
  'arrow-down': ArrowDown,
  'arrow-left': ArrowLeft,
  'arrow-left-right': ArrowLeftRight,
  'arrow-right': ArrowRight,
  'arrow-up': ArrowUp,
  'arrow-up-down': ArrowUpDown,
  bell: Bell,
  'book-open': BookOpen,
  bug: Bug,
  calendar: Calendar,
  'chart-column': ChartColumn,
  check: Check,
  'check-check': CheckCheck,
  'chevron-down': ChevronDown,
  'chevron-left': ChevronLeft,
  'chevron-right': ChevronRight,
  'chevron-up': ChevronUp,
  'chevrons-up-down': ChevronsUpDown,
  'circle-alert': CircleAlert,
  'circle-check': CircleCheck,
  'circle-help': CircleQuestionMark,
  'circle-x': CircleX,
  clipboard: Clipboard,
  clock: Clock,
  cloud: Cloud,
  'cloud-off': CloudOff,
  code: Code,
  'columns-2': Columns2,
  copy: Copy,
  'copy-plus': CopyPlus,
  'corner-down-left': CornerDownLeft,
  database: Database,
  download: Download,
  ellipsis: Ellipsis,
  'external-link': ExternalLink,
  eye: Eye,
  'eye-off': EyeOff,
  file: FileIcon,
  'file-code': FileCode,
  'file-diff': FileDiff,
  'file-down': FileDown,
  'file-up': FileUp,
  filter: Funnel,
  fingerprint: Fingerprint,
  'flask-conical': FlaskConical,
  'folder-open': FolderOpen,
  'git-compare': GitCompare,
  globe: Globe,
  'grip-vertical': GripVertical,
  'hard-drive': HardDrive,
  history: History,
  house: House,
  inbox: Inbox,
  info: Info,
  'key-round': KeyRound,
  keyboard: Keyboard,
  'layout-grid': LayoutGrid,
  list: List,
  'list-checks': ListChecks,
  lock: Lock,
  'log-in': LogIn,
  'log-out': LogOut,
  mail: Mail,
  'maximize-2': Maximize2,
  minus: Minus,
  monitor: Monitor,
  moon: Moon,
  network: Network,
  package: Package,
  'panel-left': PanelLeft,
  'panel-right': PanelRight,
  pause: Pause,
  pencil: Pencil,
  pin: Pin,
  play: Play,
  plug: Plug,
  plus: Plus,
  power: Power,
  'refresh-cw': RefreshCw,
  replace: Replace,
  'rotate-ccw': RotateCcw,
  save: Save,
  'scan-search': ScanSearch,
  search: Search,
  send: Send,
  server: Server,
  settings: Settings,
  shield: Shield,
  'shield-alert': ShieldAlert,
  'shield-check': ShieldCheck,
  'sliders-horizontal': SlidersHorizontal,
  sparkles: Sparkles,
  square: Square,
  'square-function': SquareFunction,
  star: Star,
  sun: Sun,
  'table-2': Table2,
  tag: Tag,
  terminal: Terminal,
  'text-cursor-input': TextCursorInput,
  'trash-2': Trash2,
  'undo-2': Undo2,
  unplug: Unplug,
  upload: Upload,
  user: User,
  'user-plus': UserPlus,
  users: Users,
  'wand-sparkles': WandSparkles,
  webhook: Webhook,
  'wifi-off': WifiOff,
  'wrap-text': WrapText,
  x: X,
  zap: Zap,
} as const;

export type IconName = keyof typeof icons;
