import { useNavigate, useSearch } from '@tanstack/react-router'
import type { SearchParams } from '../../../ui/search-params.ts'

const caseTabs = ['docket', 'documents', 'people', 'copies', 'tracking', 'history', 'details'] as const
export type CaseTab = (typeof caseTabs)[number]

interface CasePlace {
  tab: CaseTab
  /** The page of the docket, from 1. */
  page: number
  /** The open document, next to what it was opened from. */
  documentId: string | undefined
  /** The open filing, over the page. */
  filingId: string | undefined
  openDocument: (id: string | undefined) => void
  openFiling: (id: string | undefined) => void
}

/** Manages the position on a case's page, all of it in the address. */
export function useCasePlace(): CasePlace {
  const navigate = useNavigate()
  const params = useSearch({ strict: false }) as SearchParams
  const change = (key: string) => (id: string | undefined) => {
    // The next document or filing replaces the last one, so that going back leaves them all.
    const isReplaced = params[key] !== undefined && id !== undefined
    void navigate({ to: '.', search: withParam(key, id) as never, replace: isReplaced, resetScroll: false })
  }
  const page = Number(params.page)
  return {
    tab: caseTabs.find((name) => name === params.tab) ?? 'docket',
    page: Number.isInteger(page) && page > 0 ? page : 1,
    documentId: textOf(params.doc),
    filingId: textOf(params.filing),
    openDocument: change('doc'),
    openFiling: change('filing'),
  }
}

/** Returns the address with one parameter changed; for links too. */
export function withParam(key: string, value: string | undefined): (search: SearchParams) => SearchParams {
  return ({ [key]: _, ...others }) => (value === undefined ? others : { ...others, [key]: value })
}

function textOf(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
