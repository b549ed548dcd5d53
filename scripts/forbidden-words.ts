/** A word that users never read, and what they read instead. */
export interface ForbiddenWord {
  pattern: RegExp
  better: string
}

/** What the product is not called in the profession, in any text a user, a recipient of mail or an operator reads. */
export const forbiddenWords: readonly ForbiddenWord[] = [
  // Notifying people
  { pattern: /\btold\b/i, better: 'notified' },
  { pattern: /\btell(?:s|ing)? (?:people|the (?:firm|recipients?|timekeepers?)|them|someone)\b/i, better: 'notify' },
  { pattern: /\bexceptions? queue\b/i, better: 'Action required' },
  // Receiving
  { pattern: /\b(?:taken|takes?|took|taking) in\b/i, better: 'received' },
  {
    pattern: /\b(?:notice|message|e?-?mail|filing)s? (?:that )?(?:came|has come|have come)\b/i,
    better: 'was received',
  },
  // Retrieving
  { pattern: /\b(?:could not|couldn't|cannot|can't|can not) be had\b/i, better: "couldn't be retrieved" },
  { pattern: /\blog-ins?\b/i, better: 'login (noun), log in (verb); of a document: Login required (PACER)' },
  { pattern: /\blink (?:is |was )?(?:used|spent)\b/i, better: 'Free look used' },
  { pattern: /\bspent\b/i, better: 'already used' },
  // Saving to the DMS: in court language, only a party or the court files
  { pattern: /\bwhere (?:it|they) (?:is|are|was|were) filed\b/i, better: 'Copies in DMS' },
  { pattern: /\bstored cop(?:y|ies)\b/i, better: 'Copy in DMS' },
  { pattern: /\bstoring failed\b|\bcopies not stored\b/i, better: 'Not saved to DMS' },
  { pattern: /\bstor(?:e|ed) again\b/i, better: 'Save to DMS again' },
  { pattern: /\bcancel(?:s|ed)? storing\b/i, better: 'Stop saving' },
  { pattern: /\b(?:documents?|copy|copies)(?: (?:is|are|was|were))? kept\b/i, better: 'saved (or retrieved)' },
  // Acting on an item
  { pattern: /\brequeue/i, better: 'Reprocess' },
  { pattern: /\brun (?:it |them )?again\b/i, better: 'Reprocess; of a dry run: Preview with current rules' },
  { pattern: /\bmoved? to manual\b|\bcomplete(?:d|s)? by hand\b/i, better: 'Handle manually' },
  { pattern: /\b(?:take|took|taken) out of the archive\b/i, better: 'Unarchive' },
  { pattern: /\bwaits? for (?:its|a|the) case\b/i, better: 'Needs a case' },
  { pattern: /\bsay that you trust\b/i, better: 'Trust sender' },
  { pattern: /\bvouch(?:es|ed|ing)?\b/i, better: 'trust, trusted by' },
  { pattern: /\bst(?:ands?|ood) (?:here|there)\b/i, better: 'Needs attention, Why; empty: Nothing here' },
  { pattern: /\bwhat it waits for\b/i, better: 'Needs attention' },
  { pattern: /\bwhat the notice says\b/i, better: 'Filing details' },
  // The console
  { pattern: /\brows a page\b/i, better: 'Rows per page' },
  { pattern: /\bkeys of the (?:inbox|table|page)\b|\bthis sheet\b/i, better: 'Keyboard shortcuts' },
  { pattern: /\blooked at\b/i, better: 'Viewed' },
  { pattern: /\bthe mail it sends\b/i, better: 'Outgoing mail' },
  { pattern: /\bEnvelopes?\b(?! (?:[Nn]umber|#|ID\b|id\b|[Dd]etails))/, better: 'Filing' },
  { pattern: /\bverdicts?\b/i, better: 'Result' },
  { pattern: /\bgeneric credentials?\b/i, better: "the kind's own name: S3, WebDAV, …" },
  // Plain American English
  { pattern: /\bworked out\b/i, better: 'calculated' },
  { pattern: /\bwho(?:so)?ever\b/i, better: 'anyone who, or the role itself' },
  { pattern: /\bsomebody\b/i, better: 'someone' },
  { pattern: /\beverybody\b/i, better: 'everyone' },
  { pattern: /\banybody\b/i, better: 'anyone' },
  { pattern: /\bnobody\b/i, better: 'no one' },
  { pattern: /\b(?:some|every|any|no) ?one of the firm\b/i, better: 'at the firm' },
  { pattern: /\b(?:in vain|for want of|anew|as yet|thereof|hereby|herewith)\b/i, better: 'plain words' },
  {
    pattern: /(?<!\bthere )\b(?:is|are|was|were) no (?:host|e-?mail|valid|domain|address|url|file|color)\b/i,
    better: "isn't a …",
  },
  { pattern: /\b(?:is|are|was) not right\b/i, better: 'is incorrect' },
  { pattern: /\be-mail/i, better: 'email' },
  {
    pattern: /\b(?:colour|behaviour(?!s?\/)|cancelled|cancelling|organis|recognis|favour|centre\b|licence\b)/i,
    better: 'US spelling',
  },
  // The specification's own sentences have it
  { pattern: /\p{L}’/u, better: "a straight apostrophe: '" },
  // Tone
  { pattern: /\bsuccessfully\b/i, better: 'nothing: past tense says it' },
  { pattern: /\bplease\b/i, better: 'nothing: say what to do' },
  { pattern: /\p{L}!(?:\s|$)/u, better: 'a period' },
]

/** Wording fixed by the specification, letter for letter. */
const fixed: readonly string[] = [
  'Too many results, please enter more specific keywords',
  'The information you entered does not match the records in our system. Please try again.',
]

/** Returns what is wrong with a text: one line for each forbidden word in it, with the better one. */
export function forbiddenIn(text: string): string[] {
  if (fixed.includes(text)) return []
  return forbiddenWords.flatMap(({ pattern, better }) => {
    const found = pattern.exec(text)
    return found ? [`"${found[0].trim()}" in "${text}": ${better}`] : []
  })
}
