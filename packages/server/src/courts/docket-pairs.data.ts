/** Docket numbers as one court or agency writes them. */
export interface DocketPairs {
  name: string
  /** Of the directory, or else the state whose courts number so. */
  court?: string
  state?: string
  /** Each names another case than all the others. */
  numbers: readonly string[]
  /** Two spellings of one number. */
  same: readonly (readonly [string, string])[]
  /** One leaves a part out. */
  compatible?: readonly (readonly [string, string])[]
}

const federal: readonly DocketPairs[] = [
  {
    name: 'District courts, civil',
    court: 'cand',
    numbers: ['3:24-cv-01234-RS', '4:24-cv-01234-RS', '3:24-cr-01234-RS', '3:23-cv-01234-RS', '3:24-cv-01235-RS'],
    same: [
      ['3:24-cv-01234-RS', '3:24-cv-01234-JD'],
      ['3:24-cv-01234-RS', '3:24-CV-1234'],
      ['3:24-cv-01234-RS', '3:2024-cv-01234'],
      ['3:24-cv-01234-RS', 'Case No. 3:24\u2011cv\u201101234\u2011RS'],
      ['3:24-cv-01234-RS', '3:24-cv-01234 (RS)'],
    ],
    compatible: [
      ['3:24-cv-01234', '24-cv-01234'],
      ['3:24-cv-01234', '24-1234'],
    ],
  },
  {
    name: 'District courts, criminal: defendants of one docket',
    court: 'flnd',
    numbers: ['3:20-cr-00070-TKW-MAL-1', '3:20-cr-00070-TKW-MAL-2', '3:20-cr-00070-TKW-MAL-12', '3:20-mj-00070-MAL-1'],
    same: [
      ['3:20-cr-00070-TKW-MAL-1', '3:20-cr-00070-TKW-1'],
      ['3:20-cr-00070-TKW-MAL-1', '3:20-cr-70-MCR-01'],
    ],
    compatible: [['3:20-cr-00070-TKW-MAL-1', '3:20-cr-00070']],
  },
  {
    name: 'S.D.N.Y. as judges write it',
    court: 'nysd',
    numbers: ['24-cv-01234', '24-cr-01234', '24-cv-12340'],
    same: [
      ['24 Civ. 1234 (JPO)', '24-cv-01234'],
      ['24 Crim. 12 (LAK)', '24-cr-00012'],
      ['24cv1234', '24-cv-01234'],
    ],
    compatible: [['24 Civ. 1234', '1:24-cv-01234-JPO']],
  },
  {
    name: 'C.D. Cal. with the type in front',
    court: 'cacd',
    numbers: ['2:24-cv-01234-GW', '5:24-cv-01234-GW', '8:24-cv-01234-GW'],
    same: [['CV 24-01234-GW', '24-cv-1234']],
    compatible: [['CV 24-01234-GW', '2:24-cv-01234-GW']],
  },
  {
    name: 'Old cases with digits for a type',
    court: 'azd',
    numbers: ['1:93-14-00123', '1:93-15-00123', '1:93-14-00124'],
    same: [['1:93-14-00123', '1:93-14-00123-ABC']],
  },
  {
    name: 'Bankruptcy',
    court: 'njb',
    numbers: ['24-01365-VFP', '24-01366-VFP', '23-01365-VFP', '24-13650'],
    same: [
      ['24-01365-VFP', '24-01365'],
      ['24-01365-VFP-13', '24-01365-VFP-7'],
      ['24-1365', '24-01365'],
    ],
    compatible: [['24-01365-VFP', '24-01365-ABA']],
  },
  {
    name: 'Bankruptcy with an office in front',
    court: 'nyeb',
    numbers: ['1-23-42603-ess', '8-23-42603-ast', '1-23-42604-ess'],
    same: [
      ['1-23-42603-ess', '1-23-42603'],
      ['1-23-42603-ess', '1-23-42603-NHL'],
    ],
    compatible: [['1-23-42603-ess', '23-42603']],
  },
  {
    name: 'Bankruptcy with an office behind',
    court: 'innb',
    numbers: ['10-01083-8-RDD', '10-01083-3-RDD', '11-01083-8-RDD'],
    same: [['10-01083-8-RDD', '10-01083-8-ABC']],
  },
  {
    name: 'Bankruptcy with office and type',
    court: 'cacb',
    numbers: ['8:24-bk-01234-SC', '8:24-ap-01234-SC', '6:24-bk-01234-SC'],
    same: [
      ['8:24-bk-01234-SC', '8:24-bk-1234-TA'],
      ['6:22-bk-13643-SY', '6:22-BK-13643'],
    ],
    compatible: [['8:24-ap-01023-SC', '24-01023']],
  },
  {
    name: 'Bankruptcy, judge and chapter in one',
    court: 'casb',
    numbers: ['24-04888-CL7', '24-04889-CL7', '23-04888-CL7'],
    same: [
      ['24-04888-CL7', '24-04888-CL13'],
      ['24-04888-CL7', '24-4888'],
    ],
  },
  {
    name: 'Courts of appeals',
    court: 'ca9',
    numbers: ['24-1234', '24-1235', '23-1234', '24-12340'],
    same: [
      ['24-1234', 'No. 24-1234'],
      ['24-1234', '24-1234 (L)'],
      ['2024-1234', '24-1234'],
    ],
  },
  {
    name: 'Second Circuit with the kind behind',
    court: 'ca2',
    numbers: ['12-1234-ag', '12-1234-cv', '12-1235-ag', '13-1234-ag'],
    same: [
      ['12-1234-ag', '12-1234-AG'],
      ['21-1975-cv', '21-1975-cv (L)'],
    ],
    compatible: [['12-1234-ag', '12-1234']],
  },
  {
    name: 'Federal Circuit',
    court: 'cafc',
    numbers: ['2024-1234', '2024-1235', '2023-1234', '2024-1324'],
    same: [['2024-1234', '24-1234']],
  },
  {
    name: 'Supreme Court',
    court: 'scotus',
    numbers: ['24-123', '24A123', '24M123', '22O141', '24-124', '24A124', '23-123'],
    same: [
      ['24A123', 'No. 24a123'],
      ['24-123', '24-0123'],
    ],
  },
  {
    name: 'Judicial Panel on Multidistrict Litigation',
    court: 'jpml',
    numbers: ['MDL No. 2967', 'MDL No. 2976', 'MDL No. 296', '1:24-cv-02967'],
    same: [
      ['MDL No. 2967', 'MDL-2967'],
      ['MDL No. 2967', 'MDL 2967'],
      ['NYE/1:21-cv-02960', '1:21-cv-02960'],
    ],
  },
  {
    name: 'Court of Federal Claims',
    court: 'cofc',
    numbers: ['1:24-cv-00123', '1:24-cv-00124', '1:23-cv-00123'],
    same: [['1:24-cv-00123-EHM', '1:24-cv-00123']],
  },
  {
    name: 'Vaccine claims',
    court: 'cofc',
    numbers: ['1:20-vv-01234', '1:20-cv-01234', '1:20-vv-01243'],
    same: [['1:20-vv-01234-UNJ', '1:20-vv-1234']],
    compatible: [['20-1234', '1:20-vv-01234']],
  },
  {
    name: 'Court of International Trade',
    court: 'cit',
    numbers: ['1:24-cv-00123', '1:24-cv-00132', '1:22-cv-00123'],
    same: [['1:24-cv-00123-N/A', '1:24-cv-00123-MMB']],
  },
  {
    name: 'Tax Court',
    court: 'tax',
    numbers: ['1234-24', '1235-24', '1234-23', '12340-24'],
    same: [
      ['1234-24S', '1234-24s'],
      ['1234-24', 'Docket No. 1234-24'],
    ],
    compatible: [['1234-24S', '1234-24']],
  },
  {
    name: 'Court of Appeals for Veterans Claims',
    court: 'cavc',
    numbers: ['24-1234', '24-1243', '23-1234'],
    same: [['24-1234', 'Vet. App. No. 24-1234'.slice(10)]],
  },
  {
    name: 'Trademark Trial and Appeal Board',
    court: 'ttab',
    numbers: ['91234567', '91234568', '92234567', '9123456'],
    same: [['91234567', 'Proceeding No. 91234567']],
  },
  {
    name: 'Patent Trial and Appeal Board',
    court: 'ptab',
    numbers: ['IPR2024-00123', 'IPR2024-00132', 'PGR2024-00123', 'IPR2023-00123'],
    same: [['IPR2024-00123', 'ipr 2024-00123']],
  },
  {
    name: 'Board of Immigration Appeals',
    court: 'bia',
    numbers: ['A123-456-789', 'A123-456-798', 'A132-456-789'],
    same: [['A123-456-789', 'a 123\u2013456\u2013789']],
  },
  {
    name: 'International Trade Commission',
    court: 'fcc',
    numbers: ['337-TA-1234', '337-TA-1243', '731-TA-1234'],
    same: [['337-TA-1234', '337 ta 1234']],
  },
  {
    name: 'National Labor Relations Board',
    court: 'fcc',
    numbers: ['12-CA-345678', '12-CB-345678', '13-CA-345678', '12-CA-345687'],
    same: [['12-CA-345678', 'Case 12-ca-345678']],
  },
  {
    name: 'Equal Employment Opportunity Commission',
    court: 'fcc',
    numbers: ['520-2024-01234', '520-2024-01243', '521-2024-01234'],
    same: [['520-2024-01234', 'Charge No. 520-2024-01234'.slice(7)]],
  },
  {
    name: 'Securities and Exchange Commission',
    court: 'fcc',
    numbers: ['3-21234', '3-21243', '2-21234'],
    same: [['3-21234', 'File No. 3\u201321234']],
  },
]

const west: readonly DocketPairs[] = [
  {
    name: 'California, Orange County',
    state: 'California',
    numbers: ['30-2025-01400999-CU-BC-CJC', '30-2025-01400888-CU-BC-CJC', '30-2024-01400999-CU-BC-CJC'],
    same: [['30-2025-01400999-CU-BC-CJC', '30-2025-01400999-cu-bc-cjc']],
    compatible: [['30-2025-01400999-CU-BC-CJC', '30-2025-01400999']],
  },
  {
    name: 'California, San Diego County until 2024',
    state: 'California',
    numbers: ['37-2024-00012345-CU-PO-CTL', '37-2024-00012346-CU-PO-CTL', '30-2024-00012345-CU-PO-CTL'],
    same: [['37-2024-00012345-CU-PO-CTL', 'Case No.: 37-2024-00012345-CU-PO-CTL']],
    compatible: [['37-2024-00012345-CU-PO-CTL', '37-2024-00012345-CU-PO']],
  },
  {
    name: 'California, San Diego County since',
    state: 'California',
    numbers: ['24CU012345C', '24CU012346C', '24CU012345N', '25CU012345C'],
    same: [['24CU012345C', '24cu012345c']],
  },
  {
    name: 'California, Sacramento County',
    state: 'California',
    numbers: ['34-2023-00334455-CU-PO-GDS', '34-2023-00334465-CU-PO-GDS', '34-2022-00334455-CU-PO-GDS'],
    same: [['34-2023-00334455-CU-PO-GDS', '34\u20132023\u201300334455-CU-PO-GDS']],
  },
  {
    name: 'California, Ventura County',
    state: 'California',
    numbers: ['56-2024-00512345-CU-BC-VTA', '56-2024-00512354-CU-BC-VTA'],
    same: [['56-2024-00512345-CU-BC-VTA', '56-2024-00512345-CU-BC-VTA ']],
  },
  {
    name: 'California, Los Angeles County',
    state: 'California',
    numbers: ['24STCV01234', '24STCV01243', '23STCV01234', '24SMCV01234', '24NNCV01234'],
    same: [['24STCV01234', '24 STCV 01234']],
  },
  {
    name: 'California, Los Angeles County until 2018',
    state: 'California',
    numbers: ['BC654321', 'BC654312', 'BS654321', 'EC065432'],
    same: [['BC654321', 'BC 654321']],
  },
  {
    name: 'California, San Francisco',
    state: 'California',
    numbers: ['CGC-24-612345', 'CGC-24-612354', 'CPF-24-612345', 'CGC-23-612345'],
    same: [['CGC-24-612345', 'cgc 24-612345']],
  },
  {
    name: 'California, Alameda County',
    state: 'California',
    numbers: ['24CV071234', '24CV071243', '23CV071234', 'RG21071234', 'RG21071243'],
    same: [['24CV071234', '24-CV-071234']],
  },
  {
    name: 'California, Riverside County',
    state: 'California',
    numbers: ['CVRI2401234', 'CVRI2401243', 'CVPS2401234', 'CVRI2301234'],
    same: [['CVRI2401234', 'cvri 2401234']],
  },
  {
    name: 'California, San Bernardino County',
    state: 'California',
    numbers: ['CIVSB2412345', 'CIVSB2412354', 'CIVDS2412345'],
    same: [['CIVSB2412345', 'CIVSB 2412345']],
  },
  {
    name: 'California, Santa Clara County',
    state: 'California',
    numbers: ['24CV431234', '24CV431243', '24PR431234'],
    same: [['24CV431234', '2024CV431234']],
  },
  {
    name: 'California, Contra Costa County',
    state: 'California',
    numbers: ['C24-01234', 'C24-01243', 'C23-01234', 'MSC21-01234', 'L24-01234'],
    same: [['C24-01234', 'c 24-01234']],
  },
  {
    name: 'Washington, King County',
    state: 'Washington',
    numbers: ['24-2-01234-5 SEA', '24-2-01235-5 SEA', '24-3-01234-5 SEA', '23-2-01234-5 SEA', '24-2-01234-6 SEA'],
    same: [['24-2-01234-5 SEA', '24-2-01234-5SEA']],
    compatible: [['24-2-01234-5 SEA', '24-2-01234-5']],
  },
  {
    name: 'Washington, other superior courts',
    state: 'Washington',
    numbers: ['24-2-01234-31', '24-2-01234-32', '24-2-01235-31', '24-4-01234-31'],
    same: [['24-2-01234-31', 'Cause No. 24-2-01234-31']],
  },
  {
    name: 'Oregon',
    state: 'Oregon',
    numbers: ['24CV12345', '24CV12354', '24PB12345', '23CV12345'],
    same: [['24CV12345', '24cv12345']],
  },
  {
    name: 'Arizona, Maricopa County',
    state: 'Arizona',
    numbers: ['CV2024-012345', 'CV2024-012354', 'CR2024-012345', 'CV2023-012345'],
    same: [['CV2024-012345', 'CV 2024-012345']],
  },
  {
    name: 'Arizona, Pima County',
    state: 'Arizona',
    numbers: ['C20241234', 'C20241243', 'C20231234'],
    same: [['C20241234', 'C-20241234']],
  },
  {
    name: 'Nevada, Clark County',
    state: 'Nevada',
    numbers: ['A-24-881234-C', 'A-24-881243-C', 'A-24-881234-B', 'P-24-881234-E'],
    same: [['A-24-881234-C', 'a-24-881234-c']],
  },
  {
    name: 'Utah',
    state: 'Utah',
    numbers: ['240901234', '240901243', '230901234'],
    same: [['240901234', 'Case No. 240901234']],
  },
  {
    name: 'Colorado',
    state: 'Colorado',
    numbers: ['2024CV30123', '2024CV30132', '2023CV30123', '2024CR30123'],
    same: [['2024CV30123', '24CV30123']],
  },
  {
    name: 'New Mexico',
    state: 'New Mexico',
    numbers: ['D-202-CV-2024-01234', 'D-202-CV-2024-01243', 'D-101-CV-2024-01234'],
    same: [['D-202-CV-2024-01234', 'd-202-cv-2024-01234']],
  },
  {
    name: 'Idaho',
    state: 'Idaho',
    numbers: ['CV01-24-12345', 'CV01-24-12354', 'CV28-24-12345'],
    same: [['CV01-24-12345', 'cv01-24-12345']],
  },
  {
    name: 'Montana',
    state: 'Montana',
    numbers: ['DV-24-1234', 'DV-24-1243', 'DA-24-1234'],
    same: [['DV-24-1234', 'DV 24-1234']],
  },
  {
    name: 'Alaska',
    state: 'Alaska',
    numbers: ['3AN-24-01234CI', '3AN-24-01243CI', '4FA-24-01234CI', '3AN-24-01234CR'],
    same: [['3AN-24-01234CI', '3AN-24-01234 CI']],
  },
  {
    name: 'Hawaii',
    state: 'Hawaii',
    numbers: ['1CCV-24-0001234', '1CCV-24-0001243', '3CCV-24-0001234'],
    same: [['1CCV-24-0001234', '1ccv-24-0001234']],
  },
]

const middle: readonly DocketPairs[] = [
  {
    name: 'Texas, district courts',
    state: 'Texas',
    numbers: ['2026-CI-01234', '2026-CI-01243', '2025-CI-01234', '2026-CV-01234'],
    same: [
      ['2026-CI-01234', '2026CI01234'],
      ['2026-CI-01234', '2026-ci-1234'],
    ],
  },
  {
    name: 'Texas, Dallas County',
    state: 'Texas',
    numbers: ['DC-24-01234', 'DC-24-01243', 'CC-24-01234', 'DC-23-01234'],
    same: [['DC-24-01234', 'Cause No. dc-24-01234']],
  },
  {
    name: 'Texas, Harris County',
    state: 'Texas',
    numbers: ['2024-12345', '2024-12354', '2023-12345', '2024-12345-7'],
    same: [['2024-12345', 'Cause No. 2024\u201312345']],
  },
  {
    name: 'Texas, Travis County',
    state: 'Texas',
    numbers: ['D-1-GN-24-001234', 'D-1-GN-24-001243', 'D-1-FM-24-001234', 'C-1-CV-24-001234'],
    same: [['D-1-GN-24-001234', 'd-1-gn-24-001234']],
  },
  {
    name: 'Texas, courts of appeals',
    state: 'Texas',
    numbers: ['01-24-00089-CV', '14-24-00089-CV', '01-24-00089-CR', '01-24-00098-CV', '01-23-00089-CV'],
    same: [['01-24-00089-CV', 'No. 01-24-00089-cv']],
  },
  {
    name: 'Texas, Court of Criminal Appeals',
    state: 'Texas',
    numbers: ['PD-0912-24', 'PD-0912-23', 'WR-81,580-01', 'WR-81,580-02', 'AP-77,042'],
    same: [['WR-81,580-02', 'WR-81580-02']],
  },
  {
    name: 'Illinois',
    state: 'Illinois',
    numbers: ['2024-L-001234', '2024-L-001243', '2024-CH-001234', '2023-L-001234'],
    same: [
      ['2024-L-001234', '2024L001234'],
      ['2024-L-001234', '24 L 1234'],
    ],
  },
  {
    name: 'Illinois, Cook County chancery',
    state: 'Illinois',
    numbers: ['24 CH 01234', '24 CH 01243', '24 D 01234', '23 CH 01234'],
    same: [['24 CH 01234', '2024-CH-01234']],
  },
  {
    name: 'Michigan',
    state: 'Michigan',
    numbers: ['24-123456-CZ', '24-123465-CZ', '24-123456-NI', '23-123456-CZ', '24-12345-CZ', '24-12345-CB'],
    same: [['24-123456-CZ', '24-123456 cz']],
  },
  {
    name: 'Ohio, Cuyahoga County',
    state: 'Ohio',
    numbers: ['CV-24-991234', 'CV-24-991243', 'CR-24-991234'],
    same: [['CV-24-991234', 'cv 24-991234']],
  },
  {
    name: 'Ohio, other counties',
    state: 'Ohio',
    numbers: ['2024 CV 01234', '2024 CV 01243', '2024 DR 01234', '2023 CV 01234'],
    same: [['2024 CV 01234', '24CV1234']],
  },
  {
    name: 'Indiana',
    state: 'Indiana',
    numbers: ['49D01-2401-PL-001234', '49D01-2401-PL-001243', '49D02-2401-PL-001234', '49D01-2401-CT-001234'],
    same: [['49D01-2401-PL-001234', '49d01\u20112401\u2011pl\u2011001234']],
  },
  {
    name: 'Minnesota',
    state: 'Minnesota',
    numbers: ['27-CV-24-1234', '27-CV-24-1243', '62-CV-24-1234', '27-CR-24-1234', '27-CV-24-12340'],
    same: [['27-CV-24-1234', '27-cv-24-1234']],
  },
  {
    name: 'Wisconsin',
    state: 'Wisconsin',
    numbers: ['2024CV001234', '2024CV001243', '2024SC001234', '2023CV001234'],
    same: [['2024CV001234', '2024CV1234']],
  },
  {
    name: 'Missouri',
    state: 'Missouri',
    numbers: ['24SL-CC01234', '24SL-CC01243', '22SL-CC01234', '24SL-AC01234'],
    same: [['24SL-CC01234', '24sl-cc01234']],
  },
  {
    name: 'Kansas',
    state: 'Kansas',
    numbers: ['2024-CV-000123', '2024-CV-000132', 'SG-2024-CV-000123'],
    same: [['2024-CV-000123', '24CV123']],
  },
  {
    name: 'Nebraska',
    state: 'Nebraska',
    numbers: ['CI 24 1234', 'CI 24 1243', 'CI 23 1234', 'CR 24 1234'],
    same: [['CI 24 1234', 'ci 24 1234']],
  },
  {
    name: 'Oklahoma',
    state: 'Oklahoma',
    numbers: ['CJ-2024-1234', 'CJ-2024-1243', 'CS-2024-1234', 'CJ-2023-1234'],
    same: [['CJ-2024-1234', 'CJ 2024-1234']],
  },
  {
    name: 'Louisiana',
    state: 'Louisiana',
    numbers: ['2024-01234', '2024-01243', '2023-01234', '24-01234'],
    same: [['2024-01234', 'No. 2024-01234']],
  },
  {
    name: 'Iowa',
    state: 'Iowa',
    numbers: ['LACV012345', 'LACV012354', 'EQCV012345'],
    same: [['LACV012345', 'LACV 012345']],
  },
]

const east: readonly DocketPairs[] = [
  {
    name: 'New York, index numbers',
    state: 'New York',
    numbers: ['500136/2026', '500163/2026', '500136/2025', '50013/2026'],
    same: [
      ['500136/2026E', '500136/2026'],
      ['Index No. 654321/23', '654321/2023'],
    ],
  },
  {
    name: "New York, Surrogate's Courts",
    state: 'New York',
    numbers: ['2024-1234', '2024-1234/A', '2024-1234/B', '2024-1235/A', '2023-1234/A'],
    same: [['2024-1234/A', 'File No. 2024-1234/a']],
  },
  {
    name: 'New York, Court of Claims',
    state: 'New York',
    numbers: ['138765', '138756', 'M-98765'],
    same: [['138765', 'Claim No. 138765']],
  },
  {
    name: 'New York, e-filed by county',
    state: 'New York',
    numbers: ['EF2024-1234', 'EF2024-1243', 'EF2023-1234', 'CA2024-001234'],
    same: [['EF2024-1234', 'EF 2024-1234']],
  },
  {
    name: 'New York, Court of Appeals',
    state: 'New York',
    numbers: ['APL-2024-00177', 'APL-2024-00178', 'APL-2023-00177'],
    same: [['APL-2024-00177', 'apl-2024-00177']],
  },
  {
    name: 'New Jersey',
    state: 'New Jersey',
    numbers: ['MER-L-002371-25', 'MER-L-002371-24', 'BER-L-002371-25', 'MER-DC-002371-25', 'A-002371-25'],
    same: [['MER-L-002371-25', 'MER L 2371-25']],
  },
  {
    name: 'Florida, uniform case numbers',
    state: 'Florida',
    numbers: [
      '502024CA001234XXXAMB',
      '502024CA001243XXXAMB',
      '132024CA001234XXXAMB',
      '502024CC001234XXXAMB',
      '502023CA001234XXXAMB',
    ],
    same: [['502024CA001234XXXAMB', '50-2024-CA-001234-XXXA-MB']],
    compatible: [['502024CA001234XXXAMB', '2024-CA-001234']],
  },
  {
    name: 'Florida, local numbers',
    state: 'Florida',
    numbers: [
      '2024-CA-001234',
      '2024-CA-001243',
      '2024-CC-001234',
      '2023-CA-001234',
      '2024-001234-CA-01'.replace('1234', '9234'),
    ],
    same: [['2024-CA-001234', '2024CA001234']],
    compatible: [['24-001234-CA-01', '2024-CA-001234']],
  },
  {
    name: 'Florida, courts of appeal',
    state: 'Florida',
    numbers: ['1D2024-1234', '2D2024-1234', 'SC2024-1234', '1D2024-1243', '1D2023-1234'],
    same: [['1D2024-1234', '1D24-1234']],
  },
  {
    name: 'Pennsylvania, Common Pleas',
    state: 'Pennsylvania',
    numbers: ['CP-51-CR-0001234-2024', 'CP-51-CR-0001243-2024', 'CP-46-CR-0001234-2024', 'CP-51-CR-0001234-2023'],
    same: [['CP-51-CR-0001234-2024', 'cp-51-cr-0001234-2024']],
  },
  {
    name: 'Pennsylvania, civil by county',
    state: 'Pennsylvania',
    numbers: ['24-01234', '24-01243', '23-01234', '2024-01234', 'GD-24-001234'],
    same: [['24-01234', 'No. 24-01234']],
  },
  {
    name: 'Massachusetts',
    state: 'Massachusetts',
    numbers: ['2484CV01234', '2484CV01243', '2481CV01234', '2384CV01234'],
    same: [['2484CV01234', '2484 CV 01234']],
  },
  {
    name: 'Connecticut',
    state: 'Connecticut',
    numbers: ['HHD-CV24-6123456-S', 'HHD-CV24-6123465-S', 'FBT-CV24-6123456-S'],
    same: [['HHD-CV24-6123456-S', 'hhd-cv-24-6123456-s']],
  },
  {
    name: 'Rhode Island',
    state: 'Rhode Island',
    numbers: ['PC-2024-01234', 'PC-2024-01243', 'KC-2024-01234'],
    same: [['PC-2024-01234', 'pc 2024-01234']],
  },
  {
    name: 'New Hampshire',
    state: 'New Hampshire',
    numbers: ['226-2024-CV-00123', '226-2024-CV-00132', '216-2024-CV-00123'],
    same: [['226-2024-CV-00123', '226-2024-cv-00123']],
  },
  {
    name: 'Maine',
    state: 'Maine',
    numbers: ['CUMSC-CV-2024-00123', 'CUMSC-CV-2024-00132', 'YORSC-CV-2024-00123'],
    same: [['CUMSC-CV-2024-00123', 'cumsc-cv-2024-00123']],
  },
  {
    name: 'Vermont',
    state: 'Vermont',
    numbers: ['24-CV-01234', '24-CV-01243', '23-CV-01234'],
    same: [['24-CV-01234', '24-cv-1234']],
  },
  {
    name: 'Delaware, Court of Chancery',
    state: 'Delaware',
    numbers: ['2024-0123-JTL', '2024-0132-JTL', '2023-0123-JTL'],
    same: [['2024-0123-JTL', '2024-0123-KSJM']],
  },
  {
    name: 'Delaware, Superior Court',
    state: 'Delaware',
    numbers: ['N24C-01-123 MMJ', 'N24C-01-132 MMJ', 'N24C-02-123 MMJ', 'K24C-01-123 MMJ'],
    same: [['N24C-01-123 MMJ', 'n24c-01-123 mmj']],
  },
  {
    name: 'Maryland',
    state: 'Maryland',
    numbers: ['C-02-CV-24-001234', 'C-02-CV-24-001243', 'C-03-CV-24-001234', '24-C-24-001234'],
    same: [['C-02-CV-24-001234', 'c-02-cv-24-001234']],
  },
  {
    name: 'Virginia',
    state: 'Virginia',
    numbers: ['CL24001234-00', 'CL24001243-00', 'CL24001234-01', 'CL23001234-00'],
    same: [['CL24001234-00', 'cl 24001234-00']],
  },
  {
    name: 'North Carolina',
    state: 'North Carolina',
    numbers: ['24CVS012345', '24CVS012354', '24CVD012345', '23CVS012345'],
    same: [['24CVS012345', '24 CVS 12345']],
  },
  {
    name: 'North Carolina since eCourts',
    state: 'North Carolina',
    numbers: ['24CV012345-590', '24CV012345-910', '24CV012354-590'],
    same: [['24CV012345-590', '24 CV 012345-590']],
  },
  {
    name: 'South Carolina',
    state: 'South Carolina',
    numbers: ['2024-CP-10-01234', '2024-CP-10-01243', '2024-CP-40-01234'],
    same: [['2024-CP-10-01234', '2024CP10-01234']],
  },
  {
    name: 'Georgia',
    state: 'Georgia',
    numbers: ['24CV001234', '24CV001243', 'STCV2401234', 'STCV2401243', '2024CV001243'.replace('2024', '2023')],
    same: [['24CV001234', '2024CV001234']],
  },
  {
    name: 'Tennessee',
    state: 'Tennessee',
    numbers: ['24C1234', '24C1243', '24-1234-IV', '24-1234-II', 'CT-1234-24'],
    same: [['24C1234', '24-C-1234']],
  },
  {
    name: 'Alabama',
    state: 'Alabama',
    numbers: ['01-CV-2024-900123.00', '01-CV-2024-900132.00', '47-CV-2024-900123.00'],
    same: [['01-CV-2024-900123.00', '01-cv-2024-900123.00']],
  },
  {
    name: 'Kentucky',
    state: 'Kentucky',
    numbers: ['24-CI-001234', '24-CI-001243', '23-CI-001234', '24-CR-001234'],
    same: [['24-CI-001234', '24-CI-1234']],
  },
  {
    name: 'District of Columbia',
    state: 'Washington D.C.',
    numbers: ['2024-CAB-001234', '2024-CAB-001243', '2024-CAM-001234'],
    same: [['2024-CAB-001234', '2024 CAB 1234']],
  },
]

export const docketPairs: readonly DocketPairs[] = [...federal, ...west, ...middle, ...east]
