import type { Piece } from './stamp-form.ts'

/** The parts of stamps' lines, each read where the one before it ended. */
export const caseLabel = /Case(?: No\.)?[:#]? ?/iy

export const districtNumber =
  /(?<docket>\d:\d\d-(?!(?:bk|ap|mp|br)-)[a-z~][a-z~0-9]{1,5}-\d{1,10}(?:-[a-z0-9_~-]{1,30})?)(?![\w:])/iy
export const bankruptcyNumber = /(?<docket>(?:\d{1,2}[:-])?\d\d-(?:[a-z]{2}-)?\d{5}(?:-[a-z0-9_~-]{1,20})?)(?![\w:])/iy
export const appealNumber = /(?<docket>\d\d-\d{1,5})(?![\w-])/iy

const number = /(?<document>\d{1,15}(?:[.-]\d{1,4})?)(?![\w-])/iy

/** A case before the panel, which names the court it is pending in, or all of them. */
export const panelNumber = /(?<docket>MDL No\. ?\d{1,5}|[A-Z]{2,4}\/\d:\d\d-[a-z]{2}-\d{1,6})(?![\w:])/iy

export const documentNumber: readonly Piece[] = [/Document[:#]{0,2} ?#?:?/iy, number]
export const docNumber: readonly Piece[] = [/Doc[.:#]{0,2} ?#?:?/iy, number]
export const ecfNumber: readonly Piece[] = [/ECF No\./iy, number]
export const plainNumber: readonly Piece[] = [/#/iy, number]
export const entryNumber: readonly Piece[] = [/Entry Number/iy, number]
export const docketEntry: readonly Piece[] = [/DktEntry:/iy, number]

/** The register of claims has numbers of its own. */
export const claim = /Claim \d{1,6}(?:-\d{1,4})?(?: Part \d{1,3})?/iy
export const colorado = /USDC Colorado/iy

/** Printed on a document that was sealed when it was filed, also after it is unsealed. */
export const sealed = /\*SEALED\*/iy

export const filed = /Filed:? ?(?:on )?(?<filed>\d{1,2}\/\d{1,2}\/\d{2,4})/iy
export const dateFiled = /Date Filed:? ?(?<filed>\d{1,2}\/\d{1,2}\/\d{2,4})/iy
export const plainDate = /(?<filed>\d{1,2}\/\d{1,2}\/\d{2,4})/iy
export const entered = /(?:Entered|EOD):? ?(?:on )?(?<entered>\d{1,2}\/\d{1,2}\/\d{2,4})(?: \d\d:\d\d:\d\d)?/iy

export const page = /(?:Page|Pg):? ?(?<page>\d{1,5})(?: of (?<pages>\d{1,5}))?/iy
export const pageCount = /Pages: ?(?<pages>\d{1,5})/iy
export const pageId = /(?:- )?Page ?ID[ .#:]{0,4}\d{1,9}/iy
export const entryId = /Entry ID: ?\d{1,12}/iy

export const maybe = (piece: RegExp): Piece => ({ maybe: piece })
