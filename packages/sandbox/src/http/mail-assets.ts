/** Style sheet of the mail pages. */
export const styles = `
:root { color-scheme: light dark; --paper: #fbfaf8; --surface: #fff; --line: #e4e0d8; --strong: #857e70; --ink: #1b2333; --quiet: #4a5365; --brand: #23407a; --on-brand: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #12151c; --surface: #191d26; --line: #2a303c; --strong: #7c8698; --ink: #e9ebf0; --quiet: #b4bac6; --brand: #8fb0f2; --on-brand: #101725; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1100px; padding: 24px 16px 48px; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
h1 { margin: 0; font-size: 22px; line-height: 1.3; overflow-wrap: anywhere; }
h2 { margin: 24px 0 4px; font-size: 15px; }
header p, small, time, dt, p[role=status] { color: var(--quiet); }
header p { margin: 4px 0 16px; }
a { color: var(--brand); }
a:focus-visible, button:focus-visible, input:focus-visible, summary:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; }
label { display: block; margin-bottom: 4px; font-size: 13px; color: var(--quiet); }
.field { display: flex; gap: 8px; }
input { flex: 1; min-width: 0; padding: 8px 12px; border: 1px solid var(--strong); border-radius: 8px; background: var(--surface); color: inherit; font: inherit; }
button { padding: 8px 16px; border: 0; border-radius: 8px; background: var(--brand); color: var(--on-brand); font: inherit; cursor: pointer; }
table { width: 100%; border-collapse: collapse; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; }
th { text-align: left; font-size: 13px; font-weight: 600; color: var(--quiet); }
th, td { padding: 10px 12px; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
td:last-child { white-space: nowrap; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 16px 0; }
dd { margin: 0; overflow-wrap: anywhere; }
ul { margin: 0; padding-left: 20px; }
iframe { width: 100%; height: 60vh; margin: 16px 0; border: 1px solid var(--line); border-radius: 8px; background: #fff; }
pre { overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; padding: 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); }
summary { padding: 8px 0; cursor: pointer; }
@media (max-width: 640px) {
  thead { position: absolute; clip-path: inset(50%); }
  td { display: block; padding: 2px 12px; border: 0; }
  td:first-child { padding-top: 10px; }
  td:last-child { padding-bottom: 10px; border-bottom: 1px solid var(--line); }
}
`

/**
 * Shows times in the reader's time zone, and refreshes the list: polls every two seconds while the page is visible,
 * without moving focus.
 */
export const liveScript = `
const shown = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
function showLocalTimes() {
  for (const time of document.querySelectorAll('time')) {
    time.title = time.dateTime
    time.textContent = shown.format(new Date(time.dateTime))
  }
}
showLocalTimes()
const live = document.getElementById('live')
const address = '/mail/list?q=' + encodeURIComponent(live?.dataset.query ?? '')
let last = ''
async function refresh() {
  if (document.hidden || !live) return
  const answer = await fetch(address)
  if (!answer.ok) return
  const html = await answer.text()
  if (html === last) return
  last = html
  const focused = document.activeElement?.getAttribute('href')
  live.innerHTML = html
  showLocalTimes()
  if (focused && live.querySelector('a[href="' + focused + '"]')) live.querySelector('a[href="' + focused + '"]').focus()
}
setInterval(() => refresh().catch(() => {}), 2000)
document.addEventListener('visibilitychange', () => refresh().catch(() => {}))
`
