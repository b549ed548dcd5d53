/** The titles of the public documents in `courts/stamps/corpus/`, as a person reads them; undefined if none is printed. */
export const corpusTitles: Readonly<Record<string, string | undefined>> = {
  'ca10_010110462922.pdf': 'ORDER',
  // An opinion, which begins with its caption.
  'ca1_00117684624.pdf': undefined,
  // Letters of a clerk's office.
  'ca3_003112692106.pdf': undefined,
  'ca6_1-3.pdf': undefined,
  // A scan.
  'ca4_17.pdf': 'APPEARANCE OF COUNSEL FORM',
  'ca7_3.pdf': 'ORDER',
  'ca9_19.pdf':
    'MOTION TO STAY PROCEEDINGS PENDING DECISION IN HERNANDEZ ROMAN, ET AL. V. WOLF, ET AL., CASE NOS. 20-55436, 20-55662 AND ALTERNATIVE MOTION FOR 30-DAY EXTENSION OF TIME TO FILE ANSWERING BRIEF',
  'gov.uscourts.cacd.652774.40.0.pdf':
    'ORDER GRANTING CONSUMERINFO.COM, INC. dba EXPERIAN CONSUMER SERVICES’ APPLICATION FOR A PRELIMINARY INJUNCTION',
  // A scan in which the judge struck out "[PROPOSED]".
  'gov.uscourts.cand.203070.27.0.pdf':
    'JOINT STIPULATION AND ORDER RE EXTENSION OF NON-EXPERT DISCOVERY CUT-OFF AND DATES FOR EXPERT DISCLOSURES',
  // A scan; "Reversed and Remanded" is the outcome.
  'image-pdf-2.pdf': undefined,
  'missouri.pdf': undefined,
}
