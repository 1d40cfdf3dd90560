/** The design system. Features import components only from here. */
export { default as Icon } from './icon/Icon.svelte';
export type { IconName } from './icon/icons.ts';

export { default as Avatar } from './text/Avatar.svelte';
export { default as KeyHint } from './text/KeyHint.svelte';
export { default as RelativeTime } from './text/RelativeTime.svelte';
export { default as StatusDot } from './text/StatusDot.svelte';
export { default as Tag } from './text/Tag.svelte';
export { default as VisibleText } from './text/VisibleText.svelte';
export { default as MatchedText } from './text/MatchedText.svelte';
export { setSearchMarks } from './text/search-marks.ts';
export { loadTextMarks, visibleText } from './text/text-marks.svelte.ts';
export { default as MarkedSlice } from './text/MarkedSlice.svelte';
export type { Tone } from './text/tone.ts';
export { copyMarked } from './text/copy-marked.ts';
export { copyText } from './text/copy-text.ts';
export {
  isApplePlatform,
  keyOf,
  leaveKeysToInputMethods,
  matchesKeys,
  matchesShortcut,
  shortcutKeys,
} from './text/shortcut.ts';
export { recordedKeys } from './text/recorded-keys.ts';
export { bindShortcuts, boundKeys } from './text/shortcut-bindings.svelte.ts';

export { default as Button } from './control/Button.svelte';
export { default as Checkbox } from './control/Checkbox.svelte';
export { default as Chip } from './control/Chip.svelte';
export { default as Combobox } from './control/Combobox.svelte';
export { default as Field } from './control/Field.svelte';
export { default as IconButton } from './control/IconButton.svelte';
export { default as RadioGroup } from './control/RadioGroup.svelte';
export { default as SearchField } from './control/SearchField.svelte';
export { default as SegmentedControl } from './control/SegmentedControl.svelte';
export { default as Select } from './control/Select.svelte';
export { default as Switch } from './control/Switch.svelte';
export { default as Tabs } from './control/Tabs.svelte';
export { default as TextArea } from './control/TextArea.svelte';
export { default as TextInput } from './control/TextInput.svelte';
export { enclosingField, leaveField, provideField } from './control/field-context.ts';
export { onLeave } from './control/on-leave.ts';
export type { Option } from './control/option.ts';
export type { Tab } from './control/tab.ts';

export { default as Pane } from './layout/Pane.svelte';
export { collectHeadings } from './layout/headings.svelte.ts';
export { createRowWindow } from './list/row-window.svelte.ts';
export { oncePainted } from './layout/once-painted.ts';
export { default as PaneBar } from './layout/PaneBar.svelte';
export { default as PropertyGrid } from './layout/PropertyGrid.svelte';
export { default as SplitPane } from './layout/SplitPane.svelte';
export { setSplitStorage } from './layout/split-size.ts';
export { default as Toolbar } from './layout/Toolbar.svelte';
export { default as View } from './layout/View.svelte';

export { default as ChartTable } from './chart/ChartTable.svelte';
export { default as BarChart } from './chart/BarChart.svelte';
export { default as LineChart } from './chart/LineChart.svelte';
export { default as Plot } from './chart/Plot.svelte';
export { default as DonutPlot } from './chart/DonutPlot.svelte';
export { default as RowsPlot } from './chart/RowsPlot.svelte';
export { plotPicture, pngOf } from './chart/plot-picture.ts';
export type { PlotPicture } from './chart/plot-picture.ts';
export { plotSummary } from './chart/plot-shape.ts';
export type { PlotSeries, TimeAxis } from './chart/plot-shape.ts';
export { chartSummary } from './chart/chart-scale.ts';
export type { ChartSeries, LineSeries } from './chart/chart-scale.ts';

export { default as DataGrid } from './grid/DataGrid.svelte';
export { default as MatrixGrid } from './grid/MatrixGrid.svelte';
export type { CellAddress, CellRange } from './grid/cell-range.ts';
export type { GridRows } from './grid/grid-rows.ts';
export { cellText } from './grid/cell-value.ts';
export type { CellValue, ColumnType, GridColumn } from './grid/cell-value.ts';
export type { GridSort } from './grid/sort-rows.ts';

export { default as ListRow } from './list/ListRow.svelte';
export { default as TickBox } from './list/TickBox.svelte';
export { default as VirtualList } from './list/VirtualList.svelte';
export { roveFocus } from './list/rove-focus.ts';
export { createListChoosing } from './list/list-choosing.ts';

export { default as TreeTable } from './tree/TreeTable.svelte';
export type { TreeColumn, TreeRow } from './tree/tree-row.ts';

export { default as CommandPalette } from './overlay/CommandPalette.svelte';
export { default as ConfirmDialog } from './overlay/ConfirmDialog.svelte';
export { createTypeAhead } from './list/type-ahead.ts';
export { createInnerWindow } from './list/inner-window.svelte.ts';
export { default as ContextMenu } from './overlay/ContextMenu.svelte';
export { default as Dialog } from './overlay/Dialog.svelte';
export { default as DropTarget } from './overlay/DropTarget.svelte';
export { default as Menu } from './overlay/Menu.svelte';
export { loadMenu } from './overlay/load-menu.ts';
export { setOverlayPlace } from './overlay/overlay-place.ts';
export { setUrgentNotices } from './overlay/urgent-notices.svelte.ts';
export { default as Popover } from './overlay/Popover.svelte';
export { default as Sheet } from './overlay/Sheet.svelte';
export { default as ShortcutSheet } from './overlay/ShortcutSheet.svelte';
export { default as Tooltip } from './control/Tooltip.svelte';
export { default as TooltipScope } from './control/TooltipScope.svelte';
export type { MenuItem } from './overlay/menu-item.ts';
export type { PaletteCommand } from './overlay/palette-match.ts';
export type { ListedShortcut, ShortcutGroup } from './overlay/shortcut-group.ts';

export { default as CodeEditor } from './code/CodeEditor.svelte';
export { EditorHistories, setEditorHistories } from './history/editor-histories.ts';
export type { DocumentKey } from './history/editor-histories.ts';
export type { CodeEditorHelp } from './code/code-editor-props.ts';
export { default as ProblemList } from './code/ProblemList.svelte';
export { default as DiffView } from './code/DiffView.svelte';
export { countChanges, diffLines, changedRanges } from './code/diff-lines.ts';
export { default as CodeLines } from './code/CodeLines.svelte';
export { loadHighlighter } from './code/load-highlighter.ts';
export type { LineHighlighter } from './code/load-highlighter.ts';
export type { LineNote } from './code/line-notes.ts';
export type { LineValue } from './code/line-values.ts';
export type { CodeLanguage } from './code/code-language.ts';
export type {
  CodeCompletion,
  CodeDiagnostic,
  CodeFix,
  CompletionResult,
  CompletionProvider,
  CompletionRequest,
  CodeHover,
  DefinitionProvider,
  HoverProvider,
  CodeRenaming,
  RenamableName,
  CodeRejection,
  CodeEdit,
} from './code/code-diagnostic.ts';

export { default as Banner } from './feedback/Banner.svelte';
export { default as CopyButton } from './feedback/CopyButton.svelte';
export { default as EmptyState } from './feedback/EmptyState.svelte';
export { default as ErrorState } from './feedback/ErrorState.svelte';
export { default as Progress } from './feedback/Progress.svelte';
export { default as Skeleton } from './feedback/Skeleton.svelte';
export { default as Spinner } from './feedback/Spinner.svelte';
export { default as Toaster } from './feedback/Toaster.svelte';
export { createToastQueue } from './feedback/toast-queue.ts';
export type { ToastMessage, ToastQueue } from './feedback/toast-queue.ts';
export type { Failure } from './feedback/failure.ts';

export { applyDensity, applyTheme } from './style/theme.ts';
export type { Density, ThemeChoice } from './style/theme.ts';
