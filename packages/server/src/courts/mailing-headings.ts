/** The list that a heading opens: of those who were told electronically, or of those who were not. */
export type MailingList = 'mailed to' | 'not mailed to'

/** N.D. Texas' heading is a paragraph on the rules of service. */
export const longestHeading = 1_200

/** What a heading is about stands at its beginning. */
const mostRead = 300

/**
 * "4:20-cv-05640-YGR Notice has been electronically mailed to:" and its opposites, which every court words its own way:
 * "will not be electronically mailed", "has been delivered by other means", "Filer will deliver document by other means
 * to:", "The CM/ECF system has NOT delivered notice electronically to the names listed below." Undefined for other lines.
 */
export function headingOfList(whole: string): MailingList | undefined {
  if (whole.length > longestHeading || whole.includes('@') || !/[:.]$/.test(whole)) return undefined
  const text = whole.slice(0, mostRead)
  if (
    !/\b(?:notices?|filers?|documents?|service|served|cop(?:y|ies)|participants|parties|names|recipients)\b/i.test(text)
  )
    return undefined
  if (notDelivered.test(text) || otherWays.test(text)) return 'not mailed to'
  return whole.endsWith(':') && delivered.test(text) ? 'mailed to' : undefined
}

const deed =
  '(?:e-?mailed|mailed|served|sent|delivered|notified|noticed|transmitted|deliver|mail|send|serve|receiv(?:e|ed|ing))'
export const notDelivered = new RegExp(
  String.raw`\b(?:not|cannot|unable to|without)\b.{0,60}\b${deed}\b|\bno (?:electronic|e-?mail)\b|\bnon-?electronic|\bnot? (?:e-?mail|electronic)`,
  'i',
)
const otherWays =
  /\bother means\b|\bconventional|\bmanual(?:ly)?\b|\b(?:U\.? ?S\.?|first[- ]class|postal|regular|paper|certified) (?:mail|service)\b|\bby (?:mail|post|hand)\b|\bpaper (?:cop|notice)/i
const delivered = new RegExp(
  String.raw`\belectronic(?:ally)?\b.{0,60}\b${deed}\b|\b${deed}\b.{0,40}\b(?:electronic(?:ally)?|e-?mail)\b|\be-?mailed\b`,
  'i',
)
