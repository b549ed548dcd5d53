/**
 * The peer's spelling of a case name: versus as "v.", without the parties' roles and "et al", and with the United
 * States and the State each under one name. The record's own spelling stays in `NoticeCase.name`.
 */
export function harmonizeName(name: string): string {
  const versus = name.replace(/\svs\.?\s/gi, ' v. ').replace(/\sv\.?\s/g, ' v. ')
  const words = versus.split(/\s+/).map((word) => (roles.test(word) ? '' : word))
  const parties = words.join(' ').split(' v. ').map(harmonizeParty)
  const joined = parties.join(' v. ').replace(/,?\set\.?\sal\.?/gi, '')
  return cleanText(joined.replace(/^Nos?\.\s+/, ''))
}

/** Cleans text as the peer does: plain quotes, no asterisks and hashes, no punctuation at the ends, single spaces. */
export function cleanText(text: string): string {
  const plain = text
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[*#]/g, '')
  const sides = plain.split(' v. ').map(withoutEnds)
  return sides.join(' v. ').split(/\s+/).filter(Boolean).join(' ')
}

const roles =
  /^(?:(?:(?:defendant|petitioner|plaintiff|respond[ea]nt)s?(?:--?|\/))?(?:appell(?:ee|ant)s?)|petitioners?(?:--?|\/)defendants?|cross(?:--?|\/)respondents?|crosss?(?:--?|\/)petitioners?|cross(?:--?|\/)appell(?:ees|ant)s?|claimants?|complainants?|defendants?|devisee|executor|executrix|pet(?:\.|itioner)s?|plaintiffs?|respond[ea]nts?|deceased)[,.]?$/i

function harmonizeParty(text: string): string {
  const party = text.trim()
  if (unitedStates.test(party) || party === 'US') return 'United States'
  return party.toLowerCase() === 'the state' ? 'State' : party
}

const unitedStates = /^(?:USA|U\.S\.A\.|U\.S\.?|U\. S\.?|(?:The )?United States of America|The United States)[,.]?$/i

const edges = new Set('-\u2013_/;, \t\r\n\u00a0')

/** Without a regular expression, because one anchored at the end is tried at every position of a long text. */
function withoutEnds(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && edges.has(text.charAt(start))) start++
  while (end > start && edges.has(text.charAt(end - 1))) end--
  return text.slice(start, end)
}
