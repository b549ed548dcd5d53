/** The demo firm's clients, invented, with the matters it handles for each; a few have many cases, most have one. */
export interface RosterClient {
  name: string
  number: string
  matters: readonly RosterMatter[]
}

export interface RosterMatter {
  name: string
  natureOfSuit: string
  side: 'plaintiff' | 'defendant'
  /** The other side: people drawn by name, or these companies in turn; the debtors, in bankruptcies. */
  against: 'people' | readonly string[]
  /** IDs of the attorneys who handle the matter, the lead attorney first. */
  attorneys: readonly string[]
  /** How many cases in which court. */
  cases: readonly (readonly [courtId: string, count: number])[]
}

interface Suit extends Omit<RosterMatter, 'name' | 'natureOfSuit' | 'cases'> {}

const defends = (...attorneys: string[]): Suit => ({ side: 'defendant', against: 'people', attorneys })
const defendsAgainst = (against: readonly string[], ...attorneys: string[]): Suit => ({
  side: 'defendant',
  against,
  attorneys,
})
const sues = (against: readonly string[], ...attorneys: string[]): Suit => ({ side: 'plaintiff', against, attorneys })

const insured = [
  'East River Development Group',
  'Hollis Avenue Condominium Association',
  'Marlowe Brothers Contracting Corp.',
  'Amberline Roofing & Restoration, Inc.',
  'Gulfstream Marine Terminals, Inc.',
  'Sutphin Parking Systems LLC',
  'Riverdale Montessori School, Inc.',
  'Orchard Street Hospitality Group',
  'Flatlands Cold Storage Corp.',
  'Bay Ridge Imaging Center LLC',
]
const tenants = [
  'Brightleaf Home Stores, Inc.',
  'Copper Kettle Restaurants LLC',
  'Sundial Fitness Centers, Inc.',
  'Old Mill Cinemas LLC',
  'Parkway Office Supply Corp.',
]
/** Debtors of one group, each with a case of its own. */
const larkspur = ['Larkspur Foods International', 'Larkspur Distribution LLC', 'Larkspur Farms Holdings, Inc.']
const tower = ['Lakeshore Tower Condominium Association', 'Fairmont Glass & Curtain Wall Co.']

/** The client with most of the firm's cases, and the one behind the demo's wall. */
export const largestClientNumber = '10240'
export const walledMatterNumber = '10252-0002'

export const roster: readonly RosterClient[] = [
  {
    name: 'Tidewater Mutual Insurance Company',
    number: largestClientNumber,
    matters: [
      {
        ...defends('herrera', 'broadnax'),
        name: 'Hurricane Claims (Florida)',
        natureOfSuit: '110 Insurance',
        cases: [
          ['flmd', 13],
          ['flacirct15pal', 4],
        ],
      },
      {
        ...defends('osei', 'reid'),
        name: 'Hail and Wind Claims (Texas)',
        natureOfSuit: '110 Insurance',
        cases: [
          ['txsd', 9],
          ['texdistcttravis', 3],
        ],
      },
      {
        ...defendsAgainst(insured, 'harlan', 'dubois'),
        name: 'Coverage Disputes (New York)',
        natureOfSuit: '110 Insurance',
        cases: [
          ['nysd', 5],
          ['nyed', 3],
          ['nysupctnewyork', 2],
        ],
      },
      { ...defends('haddad'), name: 'Coverage Appeals', natureOfSuit: '4110 Insurance', cases: [['ca5', 1]] },
    ],
  },
  {
    name: 'Northgate Property Holdings LLC',
    number: '10243',
    matters: [
      {
        ...defends('dubois', 'lindgren'),
        name: 'Premises Liability',
        natureOfSuit: '360 P.I.: Other',
        cases: [
          ['illcirctcook', 4],
          ['ilnd', 3],
          ['nyed', 2],
        ],
      },
      {
        ...sues(tenants, 'lowe', 'zhao'),
        name: 'Tenant Bankruptcies',
        natureOfSuit: 'Chapter 11',
        cases: [
          ['nysb', 3],
          ['njb', 2],
        ],
      },
    ],
  },
  {
    name: 'Halcyon Biologics Corp.',
    number: '10246',
    matters: [
      {
        ...sues(['Cascade Generic Labs, Inc.', 'Kestrel Biopharma Inc.'], 'venkataraman', 'park', 'zhao'),
        name: 'HB-114 Patent Litigation',
        natureOfSuit: '830 Patent',
        cases: [['ded', 5]],
      },
      {
        ...defends('harlan', 'lindgren'),
        name: 'Securities Class Action',
        natureOfSuit: '850 Securities/Commodities',
        cases: [
          ['cand', 2],
          ['ca9', 1],
        ],
      },
    ],
  },
  {
    name: 'Meridian Freight Systems, Inc.',
    number: '10249',
    matters: [
      {
        ...defends('osei', 'broadnax'),
        name: 'Driver Wage Claims',
        natureOfSuit: '710 Labor: Fair Labor Standards',
        cases: [
          ['cacd', 4],
          ['calsuppctla', 2],
        ],
      },
      {
        ...defendsAgainst(['Drayage Partners of Houston LLC'], 'reid'),
        name: 'Cargo Loss',
        natureOfSuit: '120 Contract: Marine',
        cases: [['txsd', 1]],
      },
    ],
  },
  {
    name: 'Ironwood Capital Partners LP',
    number: '10252',
    matters: [
      {
        ...sues(larkspur, 'lowe', 'dubois'),
        name: 'Larkspur Foods Restructuring',
        natureOfSuit: 'Chapter 11',
        cases: [['deb', 3]],
      },
      {
        ...sues(['Juniper Street Holdings Ltd.'], 'lowe', 'harlan'),
        name: 'Project Juniper (Confidential)',
        natureOfSuit: '850 Securities/Commodities',
        cases: [['ded', 1]],
      },
    ],
  },
  {
    name: 'Redwood Coast Credit Union',
    number: '10255',
    matters: [
      {
        ...defends('lindgren', 'haddad'),
        name: 'Consumer Finance Claims',
        natureOfSuit: '371 Truth in Lending',
        cases: [
          ['cand', 3],
          ['cacd', 2],
        ],
      },
    ],
  },
  {
    name: 'Calder & Sons Construction Co.',
    number: '10258',
    matters: [
      {
        ...defendsAgainst(tower, 'reid', 'haddad'),
        name: 'Lakeshore Tower Defects',
        natureOfSuit: '190 Contract: Other',
        cases: [
          ['ilnd', 1],
          ['illcirctcook', 2],
        ],
      },
    ],
  },
  ...single([
    ['Bluepeak Software, Inc.', 'Corrigan Employment Matter', '442 Civil Rights: Jobs', 'cand', 'venkataraman'],
    ['Vantage Semiconductor Corporation', 'Trade Secret Claims', '880 Defend Trade Secrets Act', 'cand', 'park'],
    ['Ardent Medical Devices LLC', 'Hip Implant Claims', '367 P.I.: Health Care/Pharmaceutical', 'flmd', 'herrera'],
    ['Harborview Hospital District', 'Billing Dispute', '110 Insurance', 'txsd', 'osei'],
    ['Cobalt Ridge Mining Company', 'Royalty Litigation', '190 Contract: Other', 'texdistcttravis', 'reid'],
    ['Paragon Auto Finance LLC', 'FCRA Claims', '480 Consumer Credit', 'ilnd', 'lindgren'],
    ['Westmere Pharmaceuticals, Inc.', 'Generic Entry', '835 Patent - ANDA', 'ded', 'venkataraman'],
    ['Lumen Street Media, Inc.', 'Archive Copyright', '820 Copyright', 'nysd', 'zhao'],
    ['Crescent Bay Hotels & Resorts', 'ERISA Plan', '791 Labor: E.R.I.S.A.', 'ca3', 'dubois'],
    ['Pinnacle Title & Escrow Company', 'Escrow Fraud', '370 Other Fraud', 'nysupctnewyork', 'harlan'],
    ['Keystone Pipeline Services LLC', 'Right of Way', '240 Torts to Land', 'ca5', 'broadnax'],
    ['Everline Staffing Services, Inc.', 'Misclassification', '710 Labor: Fair Labor Standards', 'ca9', 'park'],
  ]),
]

type Single = readonly [name: string, matter: string, suit: string, court: string, attorney: string]

/** Clients with one case each. */
function single(list: readonly Single[]): RosterClient[] {
  return list.map(([name, matter, natureOfSuit, courtId, attorney], at) => ({
    name,
    number: String(10_301 + at * 7),
    matters: [{ ...defends(attorney), name: matter, natureOfSuit, cases: [[courtId, 1]] }],
  }))
}

/** Attorneys of the demo's firm in addition to those of every sandbox. */
export const demoPeople: readonly (readonly [first: string, last: string, title: string])[] = [
  ['Joon-ho', 'Park', 'Senior Associate'],
  ['Keisha', 'Broadnax', 'Associate'],
  ['Farid', 'Haddad', 'Associate'],
]

export const givenNames = [
  'Abdul',
  'Alejandra',
  'Amara',
  'Anh',
  'Beth',
  'Carlos',
  'Chidi',
  'Darnell',
  'Deepa',
  'Elena',
  'Erik',
  'Fatima',
  'Gloria',
  'Hiroshi',
  'Imani',
  'Jamal',
  'Janelle',
  'Kofi',
  'Leilani',
  'Luis',
  'Mei',
  'Miguel',
  'Naomi',
  'Olga',
  'Ravi',
  'Rosario',
  'Sean',
  'Tamika',
  'Walter',
  'Yusuf',
] as const

export const familyNames = [
  'Acevedo',
  'Baptiste',
  'Castellanos',
  'Chowdhury',
  'Delacruz',
  'Eze',
  'Figueroa',
  'Gallagher',
  'Haddock',
  'Ibarra',
  'Johansen',
  'Kapoor',
  'Kowalski',
  'Lindqvist',
  'Mahmoud',
  'McAllister',
  'Nguyen',
  'Obi',
  'Petrosyan',
  'Quintana',
  'Rahman',
  'Santangelo',
  'Thibodeaux',
  'Tran',
  'Uddin',
  'Vasquez',
  'Washington',
  'Xiong',
  'Yamamoto',
  'Zielinski',
] as const
