/** The style of the status page: Tenant Desk's design tokens, following the system's light or dark theme. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --font-ui: 'Inter Variable', 'Inter', system-ui, sans-serif;
  --font-code: 'JetBrains Mono Variable', 'JetBrains Mono', ui-monospace, monospace;
  --canvas: oklch(97.6% .003 265); --surface: oklch(99.6% .001 265); --sunken: oklch(96.4% .004 265);
  --line: oklch(91.5% .005 265); --line-strong: oklch(84% .008 265);
  --text: oklch(24% .015 265); --text-2: oklch(46% .015 265); --text-3: oklch(54% .013 265);
  --accent: oklch(50% .19 268); --accent-text: oklch(45% .19 268); --accent-soft: oklch(95.2% .025 268); --on-accent: oklch(99% 0 0);
  --hover: oklch(95.8% .005 265); --tenant: oklch(46% .1 200); --on-tenant: oklch(99% 0 0);
  --good: oklch(46% .12 155); --good-soft: oklch(95.5% .035 155);
  --warn: oklch(48% .115 70); --warn-soft: oklch(96% .045 85);
  --bad: oklch(51% .19 25); --bad-soft: oklch(95.8% .025 25);
}
@media (prefers-color-scheme: dark) {
  :root {
    --canvas: oklch(18% .012 265); --surface: oklch(21.5% .013 265); --sunken: oklch(18.8% .012 265);
    --line: oklch(29% .013 265); --line-strong: oklch(38% .014 265);
    --text: oklch(93.5% .006 265); --text-2: oklch(75% .012 265); --text-3: oklch(67% .013 265);
    --accent: oklch(56% .18 268); --accent-text: oklch(78% .12 268); --accent-soft: oklch(29% .06 268);
    --hover: oklch(25.5% .014 265); --tenant: oklch(62% .12 200); --on-tenant: oklch(15% .02 200);
    --good: oklch(76% .14 155); --good-soft: oklch(29% .045 155);
    --warn: oklch(80% .12 80); --warn-soft: oklch(31% .045 75);
    --bad: oklch(74% .15 25); --bad-soft: oklch(30% .06 25);
  }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--canvas); color: var(--text); font: 13px/20px var(--font-ui) }
a { color: var(--accent-text); text-decoration: none; font-weight: 500 } a:hover { text-decoration: underline }
:is(a, button, input, select, summary):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 6px }
header { border-top: 2px solid var(--tenant); background: var(--surface); border-bottom: 1px solid var(--line) }
header > div, main { max-width: 1180px; margin: 0 auto; padding: 0 24px }
header > div { display: flex; align-items: center; gap: 12px; min-height: 60px; flex-wrap: wrap }
.mark { width: 32px; height: 32px; border-radius: 8px; background: var(--tenant); color: var(--on-tenant); display: grid; place-items: center; font-weight: 600 }
h1 { font-size: 15px; margin: 0; font-weight: 600 } h2 { font-size: 13px; margin: 0; font-weight: 600 }
.sub { color: var(--text-2); font-size: 12px } .sp { flex: 1 }
main { padding-top: 20px; padding-bottom: 48px; display: grid; gap: 16px }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px }
.panel { overflow: hidden } .card, .panel { background: var(--surface); border: 1px solid var(--line); border-radius: 10px }
.card { padding: 12px 16px } .card b { display: block; font-size: 22px; line-height: 30px; font-weight: 600; font-variant-numeric: tabular-nums }
.card span { color: var(--text-2); font-size: 12px }
.cols { display: grid; grid-template-columns: minmax(0, 1fr) 320px; gap: 16px; align-items: start }
@media (max-width: 900px) { .cols { grid-template-columns: minmax(0, 1fr) } }
.stack { display: grid; gap: 16px }
.bar { display: flex; align-items: center; gap: 8px; min-height: 40px; padding: 0 16px; border-bottom: 1px solid var(--line) }
.body { padding: 12px 16px }
.tag { display: inline-block; font-size: 11px; line-height: 18px; padding: 0 6px; border-radius: 4px; background: var(--sunken); color: var(--text-2); font-weight: 500; white-space: nowrap }
.tag.good { background: var(--good-soft); color: var(--good) } .tag.warn { background: var(--warn-soft); color: var(--warn) } .tag.bad { background: var(--bad-soft); color: var(--bad) }
.scroll { overflow-x: auto } table { width: 100%; border-collapse: collapse }
th { text-align: left; font-size: 11px; font-weight: 500; color: var(--text-2); padding: 6px 16px } td { padding: 5px 16px; border-top: 1px solid var(--line); height: 32px; vertical-align: middle }
tbody tr:hover { background: var(--hover) } .num { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap } td .sub { display: block; max-width: 380px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
form { display: grid; gap: 8px; margin: 0 } form.inline { display: inline-flex } .row { display: flex; gap: 8px; align-items: center } .row > :first-child { min-width: 0; flex: 1 } .row.end { align-items: end } .row .sub { display: block }
label.row { color: var(--text) } label.row > :first-child { flex: none }
label { display: grid; gap: 4px; font-size: 12px; color: var(--text-2) }
input, select { height: 32px; width: 100%; padding: 0 8px; border: 1px solid var(--line-strong); border-radius: 6px; background: var(--canvas); color: var(--text); font: inherit }
input[type='checkbox'] { width: 16px; height: 16px; accent-color: var(--accent) }
button, .button { height: 30px; padding: 0 12px; border-radius: 6px; border: 1px solid var(--line-strong); background: var(--surface); color: var(--text); font: inherit; font-weight: 500; cursor: pointer; white-space: nowrap; display: inline-flex; align-items: center; justify-content: center }
button:hover { background: var(--hover) } button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent) } button.primary:hover { filter: brightness(1.06) } button.quiet { border-color: transparent; background: transparent; height: 26px; padding: 0 8px; color: var(--accent-text) } button.danger { color: var(--bad) }
.chart { display: block; width: 100%; height: 96px; padding: 12px 16px } .chart .ok { fill: var(--accent) } .chart .dead { fill: var(--bad) } .chart .wait { fill: var(--line-strong) }
.empty { padding: 28px 16px; text-align: center; color: var(--text-2) }
.notice { padding: 10px 16px; border-radius: 10px; background: var(--accent-soft); color: var(--text) } .notice.bad { background: var(--bad-soft); color: var(--bad) }
pre + pre { border-top: 1px solid var(--line) } pre { margin: 0; padding: 12px 16px; background: var(--sunken); font: 12px/18px var(--font-code); overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 360px }
code { font: 12px var(--font-code) } dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0 } dt { color: var(--text-2) } dd { margin: 0; overflow-wrap: anywhere }
main.door { display: block; max-width: 420px; margin: 12vh auto 0; padding: 0 24px } .door .panel { padding: 24px; display: grid; gap: 16px } .door p { margin: 0; color: var(--text-2) }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
`;
