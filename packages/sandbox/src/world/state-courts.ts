import type { Court } from './make-court.ts'
import { court } from './make-court.ts'

const habits = { kind: 'state', documentPrefix: '000', notServedHeading: '', captionName: '' } as const

const tyler = { system: 'tyler', sender: 'no-reply@efilingmail.tylertech.cloud' } as const

/** Trial courts of states, whose notices are written by the e-filing systems they use. Several share a host. */
export const stateCourts: readonly Court[] = [
  court({
    ...habits,
    ...tyler,
    id: 'illcirctcook',
    name: 'Cook County - Law Division',
    captionName: 'CIRCUIT COURT OF COOK COUNTY, ILLINOIS',
    mailbox: 'no-reply@efilingmail.tylertech.cloud',
    host: 'illinois.tylertech.cloud',
    timeZone: 'America/Chicago',
    offices: [[1, 'Chicago']],
    judges: ['Honorable Ngozi Adeyemi-Clark', 'Honorable Stanley Wierzbicki'],
  }),
  court({
    ...habits,
    ...tyler,
    id: 'texdistcttravis',
    name: 'Travis County - 345th District Court',
    captionName: '345TH JUDICIAL DISTRICT COURT OF TRAVIS COUNTY, TEXAS',
    mailbox: 'no-reply@efilingmail.tylertech.cloud',
    host: 'texas.tylertech.cloud',
    timeZone: 'America/Chicago',
    offices: [[1, 'Austin']],
    judges: ['Honorable Leticia Barrientos'],
  }),
  court({
    ...habits,
    id: 'flacirct15pal',
    system: 'florida',
    name: 'Fifteenth Judicial Circuit in and for Palm Beach County, Florida',
    captionName: 'CIRCUIT COURT OF THE FIFTEENTH JUDICIAL CIRCUIT',
    sender: 'eservice@myflcourtaccess.com',
    mailbox: 'eservice@myflcourtaccess.com',
    host: 'www.myflcourtaccess.com',
    timeZone: 'America/New_York',
    offices: [[1, 'West Palm Beach']],
    judges: ['Honorable Odalys Ferrer', 'Honorable Grant Whitmire'],
  }),
  court({
    ...habits,
    id: 'nysupctnewyork',
    system: 'nyscef',
    name: 'New York County Supreme Court',
    captionName: 'SUPREME COURT OF THE STATE OF NEW YORK, COUNTY OF NEW YORK',
    sender: 'noreply@nycourts.gov',
    mailbox: 'noreply@nycourts.gov',
    host: 'iapps.courts.state.ny.us',
    timeZone: 'America/New_York',
    offices: [[1, 'New York']],
    judges: ['Honorable Ilana Rosenzweig', 'Honorable Terrell Gaines'],
  }),
  court({
    ...habits,
    id: 'calsuppctla',
    system: 'oneLegal',
    name: 'Superior Court of California, County of Los Angeles',
    captionName: 'SUPERIOR COURT OF CALIFORNIA, COUNTY OF LOS ANGELES',
    sender: 'no-reply@onelegal.com',
    mailbox: 'no-reply@onelegal.com',
    host: 'platform.onelegal.com',
    timeZone: 'America/Los_Angeles',
    offices: [[1, 'Los Angeles']],
    judges: ['Honorable Karina Bagdasarian'],
  }),
]
