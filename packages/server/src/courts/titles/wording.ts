/** What courts' papers are called. A title without one of these words isn't trusted. */
const kinds = [
  'abstract|acceptance|acknowledg(?:e)?ment|addendum|admissions?|admonitions?|affidavit|affirmation|agenda|agreement|amendments?|answer|answers|appearance',
  'appendix|application|argument|arrangement|assignment|authorization|ballot|bill|bond|brief|calendar|certificate|certification|citation|claim',
  'complaint|cross-complaint|counterclaims?|crossclaims?|cross-claims?|compendium|consent|contentions|corrections?|declaration|decision|decree|default|demand|demurrer|deposition|designation|directive',
  'disclosures?|discharge|dismissal|errata|estimate|evidence|exceptions|exhibits?|findings|form|guidelines|indictment|instructions|interrogatories|inventory',
  'joinder|judgment|judgement|letter|list|mandate|memorandum|minutes|minute|motion|motions|note|notice|notification|oath|objections?|offer|opinion|opposition|order|orders',
  'petition|plan|plea|pleading|praecipe|proceedings|proffer|proof|proposal|protocol|questionnaire|receipt|recommendations?|record|referral|refusal|rejoinder|release|remand|reply|report|request|requests',
  'requirement|requirements|reservation|response|responses|resolution|return|ruling|satisfaction|schedules?|settlement|statement|status|stipulation|submission|subpoena|substitution|suggestion|summary|summons|supplement',
  'surreply|sur-reply|table|testimony|transcript|undertaking|verdict|verification|waiver|warrant|withdrawal|writ',
].join('|')
const kind = new RegExp(`(?:^|[^\\p{L}-])(?:${kinds})(?![\\p{L}])`, 'iu')

/** Returns whether a text names a kind of paper. */
export function namesPaper(text: string): boolean {
  return kind.test(text)
}

const small =
  /^(?:a|an|and|as|at|by|de|et|al|for|from|in|into|its?|nunc|of|on|or|pro|re|that|the|this|to|tunc|under|upon|v|vs|with|without|hac|vice|dba)\.?$/i

/** Returns whether a text is written as titles are: in capitals, or with every longer word capitalized. */
export function isTitleStyle(text: string): boolean {
  const words = text
    .split(/[\s/—–-]+/)
    .filter((word) => /\p{L}{2}/u.test(word) && !small.test(word.replace(/[^\p{L}]/gu, '')))
  const capitalized = words.filter((word) => /^[^\p{L}]*\p{Lu}/u.test(word)).length
  return words.length === 0 ? /\p{Lu}/u.test(text) : capitalized / words.length >= 0.8
}

/** Returns whether a row reads like a sentence of the text. */
export function isProse(text: string): boolean {
  const words = text.split(' ').filter((word) => /\p{L}/u.test(word))
  return words.length >= 6 && !isTitleStyle(text)
}

/** A line that ends or begins so goes on in the next or the one before. */
const openMark = /(?:[,:&([/]|['’]s|s['’]|-)$/i
const openWord =
  /(?:^|\s)(?:a|an|and|as|at|by|for|from|in|its|no\.?|nos\.?|of|on|or|re|regarding|the|their|his|her|to|under|upon|with|v\.?|vs\.?|against|fed\. r\.|rule|u\.s\.c\.|§{1,2}|pursuant|for:|january|february|march|april|may|june|july|august|september|october|november|december)$/i
const continuing =
  /^(?:and|or|as|at|by|for|from|in|of|on|re|regarding|to|under|upon|with|pursuant|against|concerning|filed by|relating)\b|^[&(\d]/i

/** Returns whether a title can't end with this text, so that what follows belongs to it. */
export function isOpenEnd(text: string): boolean {
  return openMark.test(text) || openWord.test(text)
}

/** Returns whether a title's next words must follow, however far below they are. */
export function isOpenWord(text: string): boolean {
  return openWord.test(text)
}

/** Returns whether a title can't begin with this text. */
export function isContinuation(text: string): boolean {
  return (continuing.test(text) && !/^(?:in re|in the matter)\b/i.test(text)) || /^\p{Ll}/u.test(text)
}

const docketNumber =
  /\d[:\d-]{0,6}[-–][a-z]{0,4}[-–]?\d|\b\d{2,4}[ -]?[a-z]{1,4}\.?[ -]?\d{3,}|\b\d{4,7}\/\d{4}\b|\b\d{2}-\d{3,6}\b/i
const numbered =
  /^(?:(?:case|civil|cause|civ|cr|criminal|docket|index|adv|adversary|action|file|state file|bankr|bankruptcy|master|appeal|claim|consolidated|related|lead|court file|proc|proceeding|d\.?c|b\.?a\.?p|usdc|originating|district court|lower (?:court|tribunal)|l\.?t|trial court|superior court|mot|motion|reservation|res)\b\.? ?(?:action |case |proc\. |proceeding |seq\.? |action file )?(?:nos?\b|numbers?\b|id\b|#|:)|(?:no|nos|mdl|ucn)\b\.? ?(?:no\.? ?)?[:#]? ?(?:\d|_|mdl|[a-z]{0,3}-?\d))/i
const months = 'january|february|march|april|may|june|july|august|september|october|november|december'
const labels =
  'judge|assigned|referred|before|action filed|complaint filed|petition filed|fac filed|filed|date filed|trial date|trial|hearing|hearing date|date|dated|time|dept|department|ctrm|courtroom|crtrm|room|place|location|judicial officer|division|chapter|part|i\\.?a\\.?s|mot(?:ion)? cut-?off|discovery cut-?off|calendar|return date|submitted|next event|phone|telephone|fax|e-?mail|attorneys?|counsel|case type|re dkt|related to|response deadline|obj(?:ection)?s? (?:due|deadline)|document no|proceedings|present|title|judge assigned|magistrate judge'
const labeled = new RegExp(`^(?:${labels})\\.? ?:`, 'i')
const looselyLabeled = new RegExp(`^(?:${labels})(?:\\.? (?:\\d|n\\/a|tbd|none|${months}|(?:the )?hon)|\\.?$)`, 'i')
const judge = /^(?:the )?hon(?:orable|\.)/i
const judged =
  /^(?:chief |district |magistrate |circuit )?(?:judge|justice)s? \p{Lu}|,? (?:chief |district |circuit |magistrate |u\.s\. |presiding )?(?:judge|justice|J\.|P\.J\.|C\.J\.)[.,]?$/iu
const aside =
  /^[([](?!.{0,3}proposed)[^)\]]{0,200}(?:hearing|jury|filed|assigned|argument|deemed|exempt|jurisdiction|unlimited|concurrent|docket|all purposes|doc\.|dkt|nos?\.|bond|judge|honorable|requested|action required|jointly|administratively|confidential|caption|emergency|redacted|public|corrected|\d)[^)\]]{0,200}[)\]]?[.;,]?$/i
const caseName = /^[^:;]{2,60}[ _]vs?\.[ _][^:;]{2,60}$/
const hearingOn = /^(?:hearing|oral argument) (?:on|re|regarding)\b/i
const cookCalendar = /^(?:commercial )?calendar:? [a-z0-9]{1,2}$/i
const dayOnly = new RegExp(`^(?:(?:mon|tues|wednes|thurs|fri)day, )?(?:${months}) \\d{1,2}, \\d{4}[.,]?$`, 'i')
const timeOnly = /^\d{1,2}:\d\d ?[ap]\.?m\.?$/i
const numbersOnly = /^[\d\s:/.,_-]+$/

/** As judges of N.D. Cal. and bankruptcy courts name what an order decides, beside its title in capitals. */
const decided = /^(?:Re|Ref|Related to):? ?(?:Dkt|Docket|ECF|Doc|D\.I)\b/

/** Returns whether a line surely states something about the case, such as its number, judge or hearing. */
export function isPlainFact(text: string): boolean {
  if (labeled.test(text) || judge.test(text) || aside.test(text) || decided.test(text)) return true
  return numbered.test(text) && (docketNumber.test(text) || text.includes(':'))
}

const otherFact =
  /^(?:filed|received|lodged|entered|clerk)$|^(?:redacted|public|corrected|sealed|unredacted) (?:version|copy)\b|^so ordered\b|^by the court\b|^exhibit ["“]?[a-z0-9-]{1,4}["”]?$|^(?:oral argument|jury trial demand|jury demand|demand for (?:a )?(?:jury|trial by jury)|trial by jury|jury trial|ecf case|document filed electronically|electronically filed|unlimited|limited civil|class action$|collective action$|amount (?:claimed|in controversy)|deemed|fee exempt|exempt from|caption in compliance|concurrently|telephonic)\b/i
const courtLine =
  /^(?:in (?:and for )?the |state of |commonwealth of |united states |[a-z]+ )?(?:[a-z]+ )?(?:district|circuit|county|superior|probate|justice|chancery|supreme|municipal|common pleas|bankruptcy) courts?\b|^(?:for the )?(?:(?:north|south|east|west)ern |middle |central )?(?:county|district|division|court) of\b|^for the (?:county|[a-z]+ (?:circuit|district))\b|^for the$/i
const placeLine = /\b(?:county|parish|judicial (?:district|circuit)|division|circuit)\b[,.]?(?: [a-z ]{3,20})?$/i

/** Returns whether a line of the caption states something about the case instead of naming the paper. */
export function isFact(text: string): boolean {
  if (
    isPlainFact(text) ||
    numbered.test(text) ||
    looselyLabeled.test(text) ||
    otherFact.test(text) ||
    caseName.test(text)
  )
    return true
  if ([numbersOnly, dayOnly, timeOnly, hearingOn, cookCalendar].some((pattern) => pattern.test(text))) return true
  return (
    !namesPaper(text) && (judged.test(text) || docketNumber.test(text) || courtLine.test(text) || placeLine.test(text))
  )
}

/** Returns whether a line is one word that labels a fact and may as well end a title: `Trial`, `Hearing`. */
export function isLabelWord(text: string): boolean {
  return looselyLabeled.test(text) && /^\p{L}+$/u.test(text)
}

/** Returns whether a line is a remark that a title never contains, wherever it stands. */
export function isRemark(text: string): boolean {
  return labeled.test(text) || (otherFact.test(text) && !/\bjury\b/i.test(text))
}

/** Facts that take several lines: what follows them directly isn't a title. */
const longFact =
  /^(?:(?:on )?(?:direct |interlocutory )?(?:cross-)?appeals? (?:from|to)|on (?:cross-)?(?:appeal|petition|review|application|writ|certiorari)|certiorari to|before the|before:|assigned|argued|submitted|counsel for|attorneys for|caption in)/i

/** Returns whether the lines after this fact, up to the next gap, belong to it. */
export function isLongFact(text: string): boolean {
  return longFact.test(text)
}

const headings =
  /^(?:(?:i|ii|iii|iv|v|1|a)\.(?: |$)|introduction|preliminary statement|background|table of (?:contents|authorities)|(?:the )?parties|nature of (?:the )?(?:action|case|suit)|jurisdiction|venue|facts?$|factual|statement of (?:facts|the case|issues)|argument$|discussion|overview|summary of|question[s]? presented|procedural|legal standard|general allegations|allegations|conclusion|first cause of action|count (?:i|one|1)\b|analysis)/i

const headingWords = /\b(?:standards?(?: of review)?|background|history|discussion|analysis|relief requested|prayer)$/i

/** Returns whether a line heads the first section of the text. */
export function isSectionHeading(text: string): boolean {
  return headings.test(text) || headingWords.test(text)
}

const outcome = /\b(?:affirmed|reversed|vacated|remanded|dismissed|denied|granted)[.;]?$/i

/** Returns whether a line ends with what was decided, as an opinion without a title may state it. */
export function isOutcome(text: string): boolean {
  return outcome.test(text)
}

const contact =
  /@|\b(?:suite \d|tel\.?:|telephone|facsimile|fax:|bar no|sbn|attorneys? (?:for|at law)|counsel (?:for|of record)|pro se$)|\b[A-Z]{2} \d{5}\b|\(\d{3}\) ?\d{3}|\b(?:esq|llp|p\.c|pllc|apc|p\.a)\.?,?$/i

/** Returns whether a line is part of someone's address or says whom they represent. */
export function isContact(text: string): boolean {
  return contact.test(text) && !namesPaper(text)
}

const letter =
  /^(?:dear\b|to all (?:parties|counsel)[:,]|via (?:ecf|cm\/ecf|e-?mail|electronic|hand|fax|fedex)\b|very truly yours|sincerely,)/i
const subject = /^re ?: (?!(?:dkt|docket|ecf|doc|d\.i)\b)/i

/** Returns whether a line is one that only letters have; papers may have their subject elsewhere than at the left. */
export function isLetterLine(text: string, isAtLeft: boolean): boolean {
  return letter.test(text) || (isAtLeft && subject.test(text))
}
