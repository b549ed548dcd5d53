import 'pdfjs-dist/build/pdf.worker.min.mjs'
import { isLeftOut, leftOutMessage } from './left-out.ts'

/**
 * The worker of pdf.js, with one addition: it leaves out pictures that are too large and says so in its console alone,
 * which no page can read. They are therefore reported to the page as well.
 */
const { warn } = console
console.warn = warnAndReport

/** pdf.js looks its console up for each warning, so that it may be replaced afterwards. */
function warnAndReport(...messages: unknown[]): void {
  warn(...messages)
  if (messages.some(isLeftOut)) postMessage(leftOutMessage)
}
