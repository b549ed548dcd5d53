/**
 * The backgrounds behind text, for calculating a firm's accent. They repeat `tokens.css`, enforced by a test: a style
 * sheet can't be read before it is loaded.
 */
export const grounds = {
  light: ['#fbfaf8', '#ffffff', '#f4f2ee'],
  dark: ['#12151c', '#191d26', '#0e1117'],
} as const
