/** Invented names. Addresses end in .example (RFC 2606), so nothing can ever reach a real person. */

export const firm = { name: 'Harlan & Lowe LLP', domain: 'harlanlowe.example' } as const

/** People of the firm who appear in cases. */
export const firmPeople: readonly (readonly [first: string, last: string, title: string])[] = [
  ['Margaret', 'Harlan', 'Partner'],
  ['Dominic', 'Lowe', 'Partner'],
  ['Priya', 'Venkataraman', 'Partner'],
  ['Samuel', 'Osei', 'Of Counsel'],
  ['Claire', 'Dubois', 'Senior Associate'],
  ['Tomás', 'Herrera', 'Senior Associate'],
  ['Hannah', 'Lindgren', 'Associate'],
  ['Malcolm', 'Reid', 'Associate'],
  ['Wen', 'Zhao', 'Associate'],
]

/** The shared address attorneys register in addition to their own. */
export const docketingAddress = `docketing@${firm.domain}`

export const opposingFirms: readonly (readonly [name: string, domain: string, city: string])[] = [
  ['Brightwater Kessler LLP', 'brightwaterkessler.example', 'San Francisco, CA 94111'],
  ['Ames, Torrington & Vale', 'amestorrington.example', 'New York, NY 10017'],
  ['Quillfeather Law Group, P.C.', 'quillfeatherlaw.example', 'Chicago, IL 60606'],
  ['Stonebridge Marrow LLP', 'stonebridgemarrow.example', 'Los Angeles, CA 90071'],
  ['The Pardoe Firm PLLC', 'pardoefirm.example', 'Houston, TX 77002'],
  ['Underhill Castro & Finch PA', 'underhillcastro.example', 'Tampa, FL 33602'],
  ['Wexcombe & Dane LLP', 'wexcombedane.example', 'Wilmington, DE 19801'],
  ['Law Office of Ida Kowalczyk', 'kowalczyklaw.example', 'Brooklyn, NY 11201'],
]

export const firstNames = [
  'Aaron',
  'Beatrice',
  'Calvin',
  'Dolores',
  'Edwin',
  'Frances',
  'Gideon',
  'Harriet',
  'Isaac',
  'Joanna',
  'Kenji',
  'Lorraine',
  'Martin',
  'Nadia',
  'Oscar',
  'Paula',
  'Quentin',
  'Rosa',
  'Stefan',
  'Teresa',
  'Umberto',
  'Vivian',
  'Warren',
  'Yolanda',
] as const

export const lastNames = [
  'Abernathy',
  'Bellweather',
  'Corrigan',
  'Dalgaard',
  'Eastman',
  'Fontaine',
  'Greaves',
  'Hidalgo',
  'Inglewood',
  'Jankowski',
  'Kirkbride',
  'Lockridge',
  'Mbeki',
  'Northcott',
  "O'Malley",
  'Pemberton',
  'Quarles',
  'Rasmussen',
  'Silverstein',
  'Tanaka',
  'Upchurch',
  'Villanueva',
  'Whitcombe',
  'Yarborough',
  'Zimmer',
] as const

export const companies = [
  'Meridian Freight Systems, Inc.',
  'Halcyon Biologics Corp.',
  'Northgate Property Holdings LLC',
  'Calder & Sons Construction Co.',
  'Bluepeak Software, Inc.',
  'Tidewater Mutual Insurance Company',
  'Ardent Medical Devices LLC',
  'Larkspur Foods International',
  'Ironwood Capital Partners LP',
  'Vantage Semiconductor Corporation',
  'Redwood Coast Credit Union',
  'Sunfield Solar Cooperative',
  'Cobalt Ridge Mining Company',
  'Everline Staffing Services, Inc.',
  'Harborview Hospital District',
  'Paragon Auto Finance LLC',
  'Westmere Pharmaceuticals, Inc.',
  'Greyhaven Logistics Group',
  'Summit Trail Outfitters, Inc.',
  'Oakhurst Unified School District',
  'Keystone Pipeline Services LLC',
  'Lumen Street Media, Inc.',
  'Crescent Bay Hotels & Resorts',
  'Pinnacle Title & Escrow Company',
] as const

/** The subject of a suit, with the court's nature-of-suit code. */
export const suits: readonly (readonly [code: string, name: string])[] = [
  ['190', 'Contract: Other'],
  ['442', 'Civil Rights: Jobs'],
  ['830', 'Patent'],
  ['850', 'Securities/Commodities'],
  ['710', 'Labor: Fair Labor Standards'],
  ['110', 'Insurance'],
  ['365', 'Personal Inj. Prod. Liability'],
  ['820', 'Copyright'],
  ['410', 'Anti-Trust'],
  ['791', 'Labor: E.R.I.S.A.'],
]
