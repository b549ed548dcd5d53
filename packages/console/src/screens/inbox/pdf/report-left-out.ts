import { isLeftOut, leftOutMessage } from './left-out.ts'

/** Reports to the page, from within the worker, that a picture was left out. */
const { warn } = console
console.warn = (...messages: unknown[]) => {
  warn(...messages)
  if (messages.some(isLeftOut)) postMessage(leftOutMessage)
}
