/** What a style sheet of the firm sets, so that a page can tell whether one is there. */
export const firmCssMark = '--firm-colours'
