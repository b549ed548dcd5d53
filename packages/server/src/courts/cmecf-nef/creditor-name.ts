/**
 * Whether a line still belongs to the creditor's name that the line above began. Nothing marks where the postal address
 * starts, so a name goes on only where its words ask for more ("JPMorgan Chase Bank," / "National Association"), where
 * the next line brings the legal form, or where it leads on ("as servicer for", "d/b/a").
 */
export function continuesName(above: string, line: string): boolean {
  if (line.length > 120 || beginsAddress.test(line) || /\d{5}(?:-\d{4})?$/.test(line)) return false
  if (/^[a-z&]/.test(line) || leadsOn.test(line) || asksForMore.test(above)) return true
  if (closingForm.test(above)) return false
  return legalForm.test(line) || /^[\p{L}.&'-]{2,30}$/u.test(line)
}

const beginsAddress =
  /^(?:\d|#|P\.? ?O\.? ?(?:Box|Drawer)\b|Post Office\b|Box \d|Attn\b|Attention\b|c\/o\b|care of\b|Suite\b|Ste\b|Floor\b|Unit \w|Room\b|Mail ?(?:stop|code)\b|M\/?S\b|Dept\b|Department\b|Bankruptcy\b|Legal\b|Claims?\b|Notice\b|Payment\b|Correspondence\b|Customer\b|One |Two |Three |Four |Five )/i
const leadsOn =
  /^(?:d\/b\/a\b|dba\b|f\/k\/a\b|fka\b|a\/k\/a\b|aka\b|n\/k\/a\b|as (?:servicer|trustee|agent|successor|assignee|nominee)\b|successor\b|by and through\b|on behalf of\b|&|and\b|of\b|for\b)/i
const asksForMore =
  /(?:,|&|-|\/|\b(?:and|of|the|for|as|by|to|in|d\/b\/a|dba|fka|aka|assignee|servicer|successor|trustee for))$/i
const legalForm =
  /\b(?:L\.?L\.?C|L\.?L\.?P|L\.?P|P\.?L\.?L\.?C|P\.?C|P\.?A|Inc|Incorporated|Corp|Corporation|Co|Company|Ltd|Limited|N\.?A|National Association|Association|F\.?S\.?B|S\.?S\.?B|Trust|Credit Union|F\.?C\.?U|Partnership|Partners|Holdings?|Services?|Bank|Authority|Agency|Commission|University|Hospital|District|County|Treasury|Revenue)\b\.?,?(?: \([^)]{1,20}\))?$/i
/** Those of them that nothing follows but an address. */
const closingForm =
  /\b(?:L\.?L\.?C|L\.?L\.?P|L\.?P|P\.?C|P\.?A|Inc|Incorporated|Corp|Corporation|Co|Company|Ltd|Limited|N\.?A|Association|F\.?S\.?B|Credit Union|F\.?C\.?U)\b\.?(?: \([^)]{1,20}\))?$/i
