import { areNear } from './words-near.ts'

/** The list under a heading: people notified electronically, or people who weren't. */
export type MailingList = 'mailed to' | 'not mailed to'

/** N.D. Texas's heading is a paragraph on the rules of service. */
export const longestHeading = 1_200

/** A heading says what it is about at its start. */
const mostRead = 300

/**
 * Classifies a heading such as "4:20-cv-05640-YGR Notice has been electronically mailed to:" and its opposites, which
 * every court words its own way: "will not be electronically mailed", "has been delivered by other means", "Filer will
 * deliver document by other means to:", "The CM/ECF system has NOT delivered notice electronically to the names listed
 * below." Undefined for other lines.
 */
export function headingOfList(whole: string): MailingList | undefined {
  if (whole.length > longestHeading || whole.includes('@') || !/[:.]$/.test(whole)) return undefined
  const text = whole.slice(0, mostRead)
  if (
    !/\b(?:notices?|filers?|documents?|service|served|cop(?:y|ies)|participants|parties|names|recipients)\b/i.test(text)
  )
    return undefined
  if (saysNotDelivered(text) || otherWays.test(text)) return 'not mailed to'
  return whole.endsWith(':') && saysDelivered(text) ? 'mailed to' : undefined
}

const deed =
  /\b(?:e-?mailed|mailed|served|sent|delivered|notified|noticed|transmitted|deliver|mail|send|serve|receiv(?:e|ed|ing))\b/gi
const negation = /\b(?:not|cannot|unable to|without)\b/gi
const notElectronic = /\bno (?:electronic|e-?mail)\b|\bnon-?electronic|\bnot? (?:e-?mail|electronic)/i

/** Whether a line says that something was not sent, or not electronically. */
export function saysNotDelivered(text: string): boolean {
  return areNear(text, negation, deed, 60) || notElectronic.test(text)
}

const otherWays =
  /\bother means\b|\bconventional|\bmanual(?:ly)?\b|\b(?:U\.? ?S\.?|first[- ]class|postal|regular|paper|certified) (?:mail|service)\b|\bby (?:mail|post|hand)\b|\bpaper (?:cop|notice)/i
const electronically = /\belectronic(?:ally)?\b/gi
const electronicWay = /\b(?:electronic(?:ally)?|e-?mail)\b/gi

function saysDelivered(text: string): boolean {
  return (
    areNear(text, electronically, deed, 60) || areNear(text, deed, electronicWay, 40) || /\be-?mailed\b/i.test(text)
  )
}
