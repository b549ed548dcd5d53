/**
 * The grounds that text stands on, for working out a firm's accent. They repeat `tokens.css`, which a test holds
 * them to: a stylesheet cannot be asked before it is there.
 */
export const grounds = {
  light: ['#fbfaf8', '#ffffff', '#f4f2ee'],
  dark: ['#12151c', '#191d26', '#0e1117'],
} as const
