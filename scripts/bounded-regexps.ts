/**
 * Expressions the checker finds super-linear, or can't judge, and why no text can exploit each: it is either applied to
 * text that was already cut, or starts only at words that can't occur often within the stretch it looks ahead.
 */
export const bounded: readonly { pattern: RegExp; why: string }[] = [
  {
    pattern: /^([^.]*|-?[\d.]*?)\.\.([^@]*)(?:@([01]?\d|2[0-3]))?$/,
    why: 'table-state.ts: asked of the first 200 characters of a filter.',
  },
  { pattern: /^[-*] +(.+)$/, why: "parse-notes.ts: asked of the program's own changelog." },
  { pattern: /^###+ +(.+)$/, why: "parse-notes.ts: asked of the program's own changelog." },
  {
    pattern: /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g,
    why: "parse-notes.ts: asked of the program's own changelog.",
  },
  {
    pattern: /District Court.*(?:District of|, [NSEWMC]?\.?D?\.)/,
    why: 'federal-courts.ts: asked of names in the directory of courts.',
  },
  { pattern: /^([\s\S]*?)[\s:<([-]{0,40}$/, why: 'document-links.ts: asked of the 500 characters before a link.' },
  {
    pattern: /\*{1,3}\s?(?:SEALED|FILED UNDER SEAL|RESTRICTED|SELECTED PARTIES|EX PARTE)\b[^*]{0,60}\*/i,
    why: 'says-sealed.ts: asked of 2,000 characters.',
  },
  {
    pattern: /\[(?:SEALED|RESTRICTED)[^\]]{0,40}\]|\((?:SEALED|RESTRICTED)\)/i,
    why: 'says-sealed.ts: asked of 2,000 characters.',
  },
  { pattern: /[^\s,]+(?: [^\s,]+)? County\b/gi, why: 'state-names.ts: asked of 400 characters.' },
  {
    pattern: /<img [^>]{0,300}\bsrc="https:\/\/([\w-]{1,60})\.(?:tylertech\.cloud|tylerhost\.net)\//i,
    why: 'tyler-efile/parser.ts: asked of 20,000 characters, and looks 300 ahead.',
  },
  {
    pattern: /[^\s<>"'@]{1,64}@[a-z0-9.-]{3,253}/gi,
    why: 'forwarding.ts: asked of at most 20 stretches of 500 characters.',
  },
  {
    pattern: /\b(?:https?:\/\/)?((?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24})\b/i,
    why: 'probable-fake-links.ts: asked of the first 1,000 characters of at most 200 links.',
  },
  { pattern: /\/Linearized\b[^>]{0,200}?\/L\s+(\d+)/, why: 'pdf-shape.ts: asked of 2,048 bytes.' },
  {
    pattern:
      /(?:already|previously) been (?:used|viewed|accessed|retrieved)|free look[^.]{0,80}\b(?:used|expired|over|no longer)|(?:link|magic number|free look)\b[^.]{0,40}\b(?:has|is) (?:already )?(?:been )?(?:used|expired|invalid|no longer (?:valid|available))|no longer available free/i,
    why: 'page-phrases.ts: begins at a phrase and looks 80 characters ahead.',
  },
  {
    pattern:
      /To accept charges|Accept Charges|account will be billed|Transaction Receipt\b.{0,500}\bCost:|Billable Pages:\s*\d|\bpurchase this document/i,
    why: 'page-phrases.ts: begins at a phrase and looks 500 characters ahead, in a page of at most 2 MB.',
  },
  { pattern: /^\s*--.*$/gm, why: "migrate.ts: asked of the program's own migrations." },
  {
    pattern:
      /^The\s{1,12}following\s{1,12}(?:transaction|claim)\s{1,12}was\s{1,12}(?:entered|received|edited|filed)(?:\s{1,12}(?:by|from)\s{1,12}(?<user>[\s\S]{1,200}?))??(?:\s{1,12}entered)?\s{1,12}on\s{1,12}(?<enteredDate>\d{1,2}\/\d{1,2}\/\d{4})(?:\s{1,12}at)?\s{1,12}(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d))?\s{0,12}(?<half>[AP]M)(?:\s{1,12}(?<zone>(?!AND)[A-Z]{2,4}T))?(?:\s{1,12}and\s{1,12}filed\s{1,12}on\s{1,12}(?<filedDate>\d{1,2}\/\d{1,2}\/\d{4}))?/di,
    why: 'cmecf-nef/transaction.ts: anchored, and every part of it is bounded.',
  },
  {
    pattern:
      /[(<*#|~!=+_{[]{1,5}\s?(?:[a-z-]{1,15}[ _]){0,3}(?:external|extern|externe|externo|ext|outside|spam|junk|phish(?:ing)?|untrusted|unverified)(?:[ _-][a-z-]{1,15}){0,4}!{0,3}\s?[)>*#|~!=+_}\]]{1,5}$/i,
    why: 'plain-subject.ts: asked of the last 100 characters of a subject.',
  },
  {
    pattern:
      /\s{0,9}[<[(]{0,2}h(?:tt|xx)ps?(?:\[:\]|:)\/\/|\s{0,9}\W{0,6}warning\W{1,3}case\s{1,9}closed\b|(?<=^|\s)(?:[*[(\s-]{0,6}(?:(?:un)?sealed|restricted|(?:filed )?under seal|ex parte)(?: (?:case|matter))?[*\])\s]{0,6}){1,3}$|(?<=^|\s)\([^()]{1,60}\)\s{0,9}$/i,
    why: 'cmecf-nef/cases.ts: asked of 400 characters.',
  },
  {
    pattern:
      /\bpay(?:ment)?(?: [a-z]+){0,6} (?:by|with|using|via|through|in) (?:a )?(?:gift ?cards?|bitcoins?|crypto\w*|wire transfer|zelle|western union)\b/i,
    why: 'probable-fake.ts: asked of at most 24,002 characters; begins at the word and looks eight words ahead.',
  },
  {
    pattern:
      /\byour (?:[a-z/]+ ){0,3}(?:account|access|profile|licen[cs]e|registration) (?:has been|will be|is|was) (?:[a-z]+ )?(?:suspended|blocked|locked|disabled|terminated|limited|deactivated)\b/i,
    why: 'probable-fake.ts: asked of at most 24,002 characters; begins at the word and looks seven words ahead.',
  },
]
