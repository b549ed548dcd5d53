/** Set by the firm's style sheet so that a page can tell whether it has one. */
export const firmCssMark = '--firm-colours'
