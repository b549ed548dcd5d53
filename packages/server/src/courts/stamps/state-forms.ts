import type { StampForm } from './stamp-form.ts'

/** A cause number of Dallas or Tarrant County, Travis County, or Harris and Bexar Counties. */
const texasNumber = /\b(?<docket>(?:\d{4}[A-Z]{2,3}\d{4,6}|D-1-[A-Z]{2}-\d\d-\d{6}|\d{4}-[A-Z]{0,3}-?\d{5}))\b/i

const asPublished = (court: string) => `documents of ${court} as published by the parties`

/**
 * File marks of state courts and agencies. Few of these courts publish the layout, so each form asks for the words that
 * a clerk's mark must have; a mark of another form isn't recognized rather than guessed.
 */
export const stateForms: readonly StampForm[] = [
  {
    name: 'nyscef',
    court: 'state',
    courts: 'New York State courts on NYSCEF: county clerks, the Appellate Division, the Court of Claims and others',
    sample:
      'FILED: KINGS COUNTY CLERK 03/04/2025 04:32 PM INDEX NO. 500136/2025 NYSCEF DOC. NO. 12 RECEIVED NYSCEF: 03/04/2025',
    source: asPublished('the New York Supreme Court'),
    place: 'edge',
    block: [
      // NYSCEF's own name of the court: "APPELLATE DIVISION - 1ST DEPT", "NEW YORK CIVIL COURT - L&T".
      /\bFILED: [A-Z][A-Z0-9 .,&'()-]{2,60} (?<filed>\d{1,2}\/\d{1,2}\/\d{4})/i,
      /\bNYSCEF DOC\. NO\. (?<document>\d{1,6})\b/i,
    ],
    also: [
      /\bINDEX NO\. (?<docket>[A-Z]{0,3}\d{1,7}(?:[/-]\d{2,4}[A-Z]?)?)(?![\w/])/i,
      /\bRECEIVED NYSCEF: (?<received>\d{1,2}\/\d{1,2}\/\d{4})/i,
      /\b(?<page>\d{1,4}) of (?<pages>\d{1,4})\b/i,
    ],
  },
  {
    name: 'new-jersey',
    court: 'state',
    courts: 'New Jersey Superior Court',
    sample: 'MER-L-002371-25 05/01/2025 4:32:10 PM Pg 1 of 12 Trans ID: LCV20251234567',
    source: asPublished('the New Jersey Superior Court'),
    place: 'edge',
    block: [
      /\b(?<docket>[A-Z]{3}-[A-Z]{1,2}-\d{6}-\d\d) (?<filed>\d{1,2}\/\d{1,2}\/\d{4}) \d/i,
      /\bTrans ID: ?[A-Z]{3}\d{8,14}\b/i,
    ],
    also: [/\bPg (?<page>\d{1,5}) of (?<pages>\d{1,5})\b/i],
  },
  {
    name: 'florida',
    court: 'state',
    courts: 'Florida courts on the E-Filing Portal',
    sample: 'Filing # 198765432 E-Filed 05/01/2024 04:32:10 PM',
    source: asPublished('the Florida circuit courts'),
    place: 'edge',
    block: [/\bFiling # ?\d{6,12} E-Filed (?<filed>\d{1,2}\/\d{1,2}\/\d{4}) \d/i],
  },
  {
    name: 'delaware',
    court: 'state',
    courts: 'Delaware courts on File & ServeXpress',
    sample: 'EFiled: May 01 2024 04:32PM EDT Transaction ID 71234567 Case No. 2024-0456-JTL',
    source: asPublished('the Delaware Court of Chancery'),
    place: 'top',
    block: [/^EFiled: ?(?<filed>[A-Z]{3} \d\d \d{4}) \d/i, /\bTransaction ID \d{6,10}\b/i],
    also: [/\bCase No\. ?(?<docket>[A-Z0-9][A-Z0-9-]{3,30})/i],
  },
  {
    name: 'colorado',
    court: 'state',
    courts: 'Colorado state courts',
    sample: 'DATE FILED: May 1, 2024 4:32 PM FILING ID: 1A2B3C4D5E6F CASE NUMBER: 2024CV30123',
    source: asPublished('the Colorado district courts'),
    place: 'top',
    block: [
      /^DATE FILED: ?(?<filed>[A-Z]{3,9} \d{1,2}, \d{4}) \d/i,
      /\bCASE NUMBER: ?(?<docket>\d{4}[A-Z]{1,4}\d{1,8})\b/i,
    ],
  },
  {
    name: 'texas',
    court: 'state',
    courts: 'Texas district and county clerks',
    sample: 'FILED 5/1/2024 4:32 PM FELICIA PITRE DISTRICT CLERK DALLAS CO., TEXAS Jane Roe DEPUTY',
    source: asPublished('the district courts of Dallas and Tarrant Counties'),
    place: 'top',
    block: [
      /^(?:(?:Received (?:&|and) )?(?:E-?|Electronically )?Filed|E-?Filed for Record)\b/i,
      /\b(?<filed>\d{1,2}\/\d{1,2}\/\d{4}) \d{1,2}:\d\d(?::\d\d)? ?[AP]\.?M\b/i,
      /\b(?:District|County) Clerks?\b/i,
    ],
    also: [texasNumber],
  },
  {
    name: 'texas-clerk',
    court: 'state',
    courts: 'Texas district clerks who print the date first: Harris and Travis Counties',
    sample:
      '5/24/2019 4:45 PM Marilyn Burgess - District Clerk Harris County Envelope No. 12345678 By: Jane Roe Filed: 5/24/2019 4:45 PM',
    source:
      "petitions in the district courts of Harris County as published by the parties, of 2017 and 2019; Travis County's without the envelope, as programs that read them expect it",
    place: 'top',
    // One expression: between the time and the clerk is a name only, unlike in the head of a fax to a clerk.
    block: [
      /^(?<filed>\d{1,2}\/\d{1,2}\/\d{4}) \d{1,2}:\d\d(?::\d\d)? ?[AP]\.?M (?:[A-Z][A-Z.'-]{0,20} ){1,5}(?:- )?District Clerk,? [A-Z][A-Z .]{1,25} County\b/i,
    ],
    also: [texasNumber],
  },
  {
    name: 'california',
    court: 'state',
    courts: 'California Superior Courts',
    sample:
      'ELECTRONICALLY FILED Superior Court of California, County of Orange 05/01/2024 at 04:32:00 PM Clerk of the Superior Court',
    source: asPublished('the Superior Court of Orange County'),
    place: 'top',
    block: [
      /^Electronically (?:Filed|Received)\b/i,
      /\bSuperior Court of California,? County of [A-Z]{3,}/i,
      /\b(?<filed>\d{1,2}\/\d{1,2}\/\d{4})\b/i,
    ],
  },
  {
    name: 'clerk',
    court: 'state',
    courts: 'Cook County, Nevada and other clerks of court',
    sample: 'FILED 5/1/2024 4:32 PM IRIS Y. MARTINEZ CIRCUIT CLERK COOK COUNTY, IL 2024L004567',
    source: asPublished('the Circuit Court of Cook County'),
    place: 'top',
    block: [
      /^(?:Electronically |E-?)?Filed\b/i,
      /\b(?<filed>\d{1,2}\/\d{1,2}\/\d{4}) \d{1,2}:\d\d(?::\d\d)? ?[AP]\.?M\b/i,
      /\b(?:Circuit Clerk|Clerk of (?:the )?(?:\w{1,12} )?Court)\b/i,
    ],
    also: [/\b(?<docket>\d{4}[A-Z]{1,3}\d{6})\b/i],
  },
  {
    name: 'agency',
    court: 'state',
    courts: "Tennessee Workers' Compensation Appeals Board",
    sample: "FILED Jul 31, 2019 03:11 PM(CT) TENNESSEE WORKERS' COMPENSATION APPEALS BOARD",
    source: "a document of the board: image-pdf-2.pdf of the Free Law Project's doctor",
    place: 'top',
    block: [
      /^Filed\b/i,
      /\b(?<filed>[A-Z]{3} \d{1,2}, \d{4}) \d{1,2}:\d\d ?[AP]M ?\([ECMP]T\)/i,
      /\b(?:Board|Court|Commission)\b/i,
    ],
  },
]
