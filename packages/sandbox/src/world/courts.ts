import type { Court } from './make-court.ts'
import { court } from './make-court.ts'
import { otherCourts } from './other-courts.ts'
import { stateCourts } from './state-courts.ts'

/** The district courts of the sandbox. */
export const districtCourts: readonly Court[] = [
  court({
    id: 'cand',
    name: 'California Northern District',
    captionName: 'NORTHERN DISTRICT OF CALIFORNIA',
    sender: 'ECF-CAND@cand.uscourts.gov',
    mailbox: 'efiling@cand.uscourts.gov',
    documentPrefix: '035',
    timeZone: 'America/Los_Angeles',
    offices: [
      [3, 'San Francisco'],
      [4, 'Oakland'],
      [5, 'San Jose'],
    ],
    judges: ['Rosalind Sato RS', 'Terrence W. Abara TWA', 'Miriam Castellan MC', 'Peter Voss PV *'],
    notServedHeading:
      'Please see <a href=https://www.cand.uscourts.gov/rules/civil-local-rules/>Local Rule 5-1</a>; Notice has NOT been electronically mailed to:',
  }),
  court({
    id: 'nysd',
    name: 'Southern District of New York',
    captionName: 'SOUTHERN DISTRICT OF NEW YORK',
    sender: 'NYSD_ECF_Pool@nysd.uscourts.gov',
    mailbox: 'CourtMail@nysd.uscourts.gov',
    documentPrefix: '127',
    timeZone: 'America/New_York',
    offices: [
      [1, 'Manhattan'],
      [7, 'White Plains'],
    ],
    judges: ['Adaeze Lindqvist AL', 'Howard P. Brennecke HPB', 'Simone Arroyo SA', 'Judith Okonedo-Marsh JOM *'],
    notServedHeading: 'Notice has been delivered by other means to:',
    usesFrame: true,
  }),
  court({
    id: 'ilnd',
    name: 'Northern District of Illinois - CM/ECF NextGen 1.8',
    captionName: 'NORTHERN DISTRICT OF ILLINOIS',
    sender: 'usdc_ecf_ilnd@ilnd.uscourts.gov',
    mailbox: 'ecfmail_ilnd@ilnd.uscourts.gov',
    documentPrefix: '067',
    timeZone: 'America/Chicago',
    offices: [
      [1, 'Chicago'],
      [3, 'Rockford'],
    ],
    judges: ['Honorable Walter Niemczyk', 'Honorable Denise Fairweather', 'Honorable Anil Raghunathan'],
    notServedHeading: 'Notice has been delivered by other means to:',
  }),
  court({
    id: 'cacd',
    name: 'CENTRAL DISTRICT OF CALIFORNIA',
    captionName: 'CENTRAL DISTRICT OF CALIFORNIA',
    sender: 'cacd_ecfmail@cacd.uscourts.gov',
    mailbox: 'noreply@ao.uscourts.gov',
    documentPrefix: '031',
    timeZone: 'America/Los_Angeles',
    offices: [
      [2, 'Los Angeles'],
      [5, 'Riverside'],
      [8, 'Santa Ana'],
    ],
    judges: [
      'Gwendolyn Ito GI',
      'Marcus A. Delacroix MAD',
      'Felicity Thornbury FT',
      'Jonah R. Pell JRP *',
      'Ana Wexler AWX *',
    ],
    notServedHeading: 'Notice has been delivered by First Class U. S. Mail or by other means <b>BY THE FILER</b> to :',
    writesReferral: true,
    usesFrame: true,
  }),
  court({
    id: 'txsd',
    name: 'SOUTHERN DISTRICT OF TEXAS',
    captionName: 'SOUTHERN DISTRICT OF TEXAS',
    sender: 'DCECF_LiveDB@txs.uscourts.gov',
    mailbox: 'DC_Notices@txsd.uscourts.gov',
    documentPrefix: '179',
    timeZone: 'America/Chicago',
    offices: [
      [4, 'Houston'],
      [7, 'McAllen'],
      [2, 'Corpus Christi'],
    ],
    judges: ['Judge Ray Altamirano', 'Judge Constance Broussard', 'Judge Everett Nakano'],
    notServedHeading: 'Notice has not been electronically mailed to:',
    confirmsFreeLook: true,
  }),
  court({
    id: 'flmd',
    name: 'Middle District of Florida',
    captionName: 'MIDDLE DISTRICT OF FLORIDA',
    sender: 'cmecf_flmd_notification@flmd.uscourts.gov',
    mailbox: 'cmecf_flmd_notices@flmd.uscourts.gov',
    documentPrefix: '047',
    timeZone: 'America/New_York',
    offices: [
      [8, 'Tampa'],
      [6, 'Orlando'],
      [3, 'Jacksonville'],
    ],
    judges: ['Cordelia Haas CH', 'Owen Baptiste OB', 'Lucille Moran LLM', 'Amos T. Fry ATF *', 'Nell Quintero NQ *'],
    notServedHeading: 'Notice has been delivered by other means to:',
    writesReferral: true,
  }),
  court({
    id: 'nyed',
    name: 'Eastern District of New York',
    captionName: 'EASTERN DISTRICT OF NEW YORK',
    sender: 'ecf_bounces@nyed.uscourts.gov',
    mailbox: 'nobody@nyed.uscourts.gov',
    documentPrefix: '123',
    timeZone: 'America/New_York',
    offices: [
      [1, 'Brooklyn'],
      [2, 'Central Islip'],
    ],
    judges: ['Philippa Rourke PKR', 'Desmond Achterberg DAA', 'Lena Mazur LM *', 'Conrad Ives CJI *'],
    notServedHeading: 'Notice will not be electronically mailed to:',
    writesReferral: true,
    stampName: 'NYEDStamp_ID',
    menu: 'parts',
  }),
  court({
    id: 'ded',
    name: 'District of Delaware',
    captionName: 'DISTRICT OF DELAWARE',
    sender: 'ded_nefreply@ded.uscourts.gov',
    mailbox: 'ded_ecf@ded.uscourts.gov',
    documentPrefix: '043',
    timeZone: 'America/New_York',
    offices: [[1, 'Wilmington']],
    judges: ['Beatrix Holloway BH', 'Calvin Stroud CMS', 'Imogen Platt-Reyes IPR *'],
    notServedHeading: 'Filer will deliver document by other means to:',
  }),
]

/** Every federal court of the sandbox. */
export const courts: readonly Court[] = [...districtCourts, ...otherCourts]

/** Every court of the sandbox. Only the demo's firm practices in state courts. */
export const allCourts: readonly Court[] = [...courts, ...stateCourts]

/** Returns the court with this ID. Throws when the sandbox doesn't have it. */
export function getCourt(id: string): Court {
  const found = allCourts.find((candidate) => candidate.id === id)
  if (found === undefined) throw new Error(`The sandbox plays no court "${id}"`)
  return found
}

export function mailDomain(court: Court): string {
  return court.sender.slice(court.sender.indexOf('@') + 1)
}
