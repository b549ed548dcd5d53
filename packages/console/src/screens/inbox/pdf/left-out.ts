/** What the worker of pdf.js writes to its console, and nowhere else, of a picture larger than `maxImageSize`. */
const warning = 'Image exceeded maximum allowed size'

/** Returns whether a warning of pdf.js says that a picture was left out of the page being drawn. */
export function isLeftOut(message: unknown): boolean {
  return typeof message === 'string' && message.includes(warning)
}

/** What the console's own part of the worker sends to the page then; pdf.js ignores what isn't addressed to it. */
export const leftOutMessage = 'picture-left-out'
