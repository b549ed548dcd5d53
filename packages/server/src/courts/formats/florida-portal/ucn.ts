import type { Court } from '../../directory/court.ts'
import { findStateCourt } from '../../directory/state-court-name.ts'

/**
 * The counties in the order of their numbers in a Uniform Case Number (Rule of General Practice and Judicial
 * Administration 2.245): alphabetical, with Miami-Dade under its former name, Dade.
 */
const counties =
  'Alachua,Baker,Bay,Bradford,Brevard,Broward,Calhoun,Charlotte,Citrus,Clay,Collier,Columbia,Miami-Dade,DeSoto,Dixie,Duval,Escambia,Flagler,Franklin,Gadsden,Gilchrist,Glades,Gulf,Hamilton,Hardee,Hendry,Hernando,Highlands,Hillsborough,Holmes,Indian River,Jackson,Jefferson,Lafayette,Lake,Lee,Leon,Levy,Liberty,Madison,Manatee,Marion,Martin,Monroe,Nassau,Okaloosa,Okeechobee,Orange,Osceola,Palm Beach,Pasco,Pinellas,Polk,Putnam,St. Johns,St. Lucie,Santa Rosa,Sarasota,Seminole,Sumter,Suwannee,Taylor,Union,Volusia,Wakulla,Walton,Washington'.split(
    ',',
  )

/** Abbreviations in the number of case types heard only by circuit courts, and only by county courts. */
const circuitTypes = new Set(['CA', 'CF', 'CJ', 'CP', 'DP', 'DR', 'GA', 'MH'])
const countyTypes = new Set(['CC', 'CO', 'CT', 'MM', 'MO', 'SC', 'TR'])

/**
 * Finds a case number of Florida's trial courts in a text: the Uniform Case Number (`502025CC018057XXXANB`), with
 * hyphens (`50-2025-CC-018057-XXXA-NB`) and without county (`2025-018057-CA-01`, `25-CA-001234`), or an appeal's
 * (`3D2025-1234`).
 */
export function findFloridaNumber(text: string): { value: string; index: number } | undefined {
  const match = numberPattern.exec(text)
  return match ? { value: match[0], index: match.index } : undefined
}

const numberPattern =
  /(?<![\w-])(?:\d{2}-?(?:19|20)\d{2}-?[A-Z]{2}-?\d{6}(?:-?[A-Z0-9]{2,4}){0,2}|(?:CACE|COCE|COWE|COSO|COINX|FMCE|PRC)-?\d{2}-?\d{4,6}|(?:19|20)?\d{2}-?[A-Z]{2}-?\d{4,6}(?:-[A-Z0-9]{1,4}){0,3}|(?:19|20)?\d{2}-\d{4,6}-[A-Z]{2}(?:-\d{2})?|[1-6]D(?:19|20)?\d{2}-\d{1,5}|SC(?:19|20)?\d{2}-\d{1,5})(?![\w-])/i

/** The court of the county and kind in a Uniform Case Number. */
export function findCourtOfUcn(number: string): Court | undefined {
  const [, county = '', type = ''] = /^(\d{2})-?\d{4}-?([A-Z]{2})-?\d{6}/i.exec(number) ?? []
  const name = counties[Number(county) - 1]
  const kind = kindOfType(type.toUpperCase())
  return name && kind ? findStateCourt(`${kind}, ${name} County`, 'Florida') : undefined
}

function kindOfType(type: string): string | undefined {
  if (circuitTypes.has(type)) return 'Circuit Court'
  return countyTypes.has(type) ? 'County Court' : undefined
}
