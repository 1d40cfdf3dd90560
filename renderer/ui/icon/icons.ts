import Activity from '@lucide/svelte/icons/activity';
import TriangleAlert from '@lucide/svelte/icons/triangle-alert';
import ArrowDown from '@lucide/svelte/icons/arrow-down';
import ArrowLeft from '@lucide/svelte/icons/arrow-left';
import ArrowLeftRight from '@lucide/svelte/icons/arrow-left-right';
import ArrowRight from '@lucide/svelte/icons/arrow-right';
import ArrowUp from '@lucide/svelte/icons/arrow-up';
import BookOpen from '@lucide/svelte/icons/book-open';
import Check from '@lucide/svelte/icons/check';
import CheckCheck from '@lucide/svelte/icons/check-check';
import ChevronDown from '@lucide/svelte/icons/chevron-down';
import ChevronRight from '@lucide/svelte/icons/chevron-right';
import ChevronUp from '@lucide/svelte/icons/chevron-up';
import ChevronsUpDown from '@lucide/svelte/icons/chevrons-up-down';
import CircleAlert from '@lucide/svelte/icons/circle-alert';
import CircleCheck from '@lucide/svelte/icons/circle-check';
import CircleQuestionMark from '@lucide/svelte/icons/circle-question-mark';
import CircleX from '@lucide/svelte/icons/circle-x';
import Clock from '@lucide/svelte/icons/clock';
import Code from '@lucide/svelte/icons/code';
import Copy from '@lucide/svelte/icons/copy';
import CopyPlus from '@lucide/svelte/icons/copy-plus';
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
import FlaskConical from '@lucide/svelte/icons/flask-conical';
import FolderIcon from '@lucide/svelte/icons/folder';
import FolderInput from '@lucide/svelte/icons/folder-input';
import FolderOpen from '@lucide/svelte/icons/folder-open';
import FolderPlus from '@lucide/svelte/icons/folder-plus';
import GitCompare from '@lucide/svelte/icons/git-compare';
import Globe from '@lucide/svelte/icons/globe';
import History from '@lucide/svelte/icons/rotate-ccw-clock';
import House from '@lucide/svelte/icons/house';
import ImageIcon from '@lucide/svelte/icons/image';
import Inbox from '@lucide/svelte/icons/inbox';
import Info from '@lucide/svelte/icons/info';
import KeyRound from '@lucide/svelte/icons/key-round';
import Keyboard from '@lucide/svelte/icons/keyboard';
import LayoutGrid from '@lucide/svelte/icons/layout-grid';
import List from '@lucide/svelte/icons/list';
import Lock from '@lucide/svelte/icons/lock';
import LogIn from '@lucide/svelte/icons/log-in';
import LogOut from '@lucide/svelte/icons/log-out';
import Mail from '@lucide/svelte/icons/mail';
import Minus from '@lucide/svelte/icons/minus';
import Network from '@lucide/svelte/icons/network';
import PanelLeft from '@lucide/svelte/icons/panel-left';
import Pause from '@lucide/svelte/icons/pause';
import Pencil from '@lucide/svelte/icons/pencil';
import Pin from '@lucide/svelte/icons/pin';
import Play from '@lucide/svelte/icons/play';
import Plus from '@lucide/svelte/icons/plus';
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
import Square from '@lucide/svelte/icons/square';
import SquareFunction from '@lucide/svelte/icons/square-function';
import Star from '@lucide/svelte/icons/star';
import Table2 from '@lucide/svelte/icons/table-2';
import Tag from '@lucide/svelte/icons/tag';
import Terminal from '@lucide/svelte/icons/terminal';
import Trash2 from '@lucide/svelte/icons/trash';
import Undo2 from '@lucide/svelte/icons/undo-2';
import Upload from '@lucide/svelte/icons/upload';
import User from '@lucide/svelte/icons/user';
import Users from '@lucide/svelte/icons/users';
import WandSparkles from '@lucide/svelte/icons/wand-sparkles';
import Webhook from '@lucide/svelte/icons/webhook';
import WrapText from '@lucide/svelte/icons/text-wrap';
import X from '@lucide/svelte/icons/x';
import Zap from '@lucide/svelte/icons/zap';

/**
 * The only icon set (Lucide), by name. Only the icons listed here are bundled: add one by importing it. Views use
 * icon names and don't import icons.
 */
export const icons = {
  activity: Activity,
  'alert-triangle': TriangleAlert,
  'arrow-down': ArrowDown,
  'arrow-left': ArrowLeft,
  'arrow-left-right': ArrowLeftRight,
  'arrow-right': ArrowRight,
  'arrow-up': ArrowUp,
  'book-open': BookOpen,
  check: Check,
  'check-check': CheckCheck,
  'chevron-down': ChevronDown,
  'chevron-right': ChevronRight,
  'chevron-up': ChevronUp,
  'chevrons-up-down': ChevronsUpDown,
  'circle-alert': CircleAlert,
  'circle-check': CircleCheck,
  'circle-help': CircleQuestionMark,
  'circle-x': CircleX,
  clock: Clock,
  code: Code,
  copy: Copy,
  'copy-plus': CopyPlus,
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
  'flask-conical': FlaskConical,
  folder: FolderIcon,
  'folder-input': FolderInput,
  'folder-open': FolderOpen,
  'folder-plus': FolderPlus,
  'git-compare': GitCompare,
  globe: Globe,
  history: History,
  overview: House,
  image: ImageIcon,
  inbox: Inbox,
  info: Info,
  'key-round': KeyRound,
  keyboard: Keyboard,
  'layout-grid': LayoutGrid,
  list: List,
  lock: Lock,
  'log-in': LogIn,
  'log-out': LogOut,
  mail: Mail,
  minus: Minus,
  network: Network,
  'panel-left': PanelLeft,
  pause: Pause,
  pencil: Pencil,
  pin: Pin,
  play: Play,
  plus: Plus,
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
  square: Square,
  'square-function': SquareFunction,
  star: Star,
  'table-2': Table2,
  tag: Tag,
  terminal: Terminal,
  'trash-2': Trash2,
  'undo-2': Undo2,
  upload: Upload,
  user: User,
  users: Users,
  'wand-sparkles': WandSparkles,
  webhook: Webhook,
  'wrap-text': WrapText,
  x: X,
  zap: Zap,
} as const;

export type IconName = keyof typeof icons;
