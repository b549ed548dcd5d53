import type { KnownOfFiling, ReceivedFiling } from '@courtcrier/contract/calls/manual.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { problemsFrom } from '../../resource/form-problems.ts'
import { ApiFailure } from '../../session/api-failure.ts'
import type { ItemView } from '../inbox/item/item-view.ts'
import type { FactErrors } from './FactsForm.tsx'
import { enterFiling, lookUp } from './manual-calls.ts'
import {
  type EnteredFacts,
  type FilingFacts,
  missingFacts,
  noFacts,
  withChanged,
  withOwn,
  withRead,
} from './manual-state.ts'
import { useManualFiles } from './use-manual-files.ts'

/** Manages an entry: files, facts, what they match, and submitting it. */
export function useManualEntry(view: ItemView | undefined) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { facts, isDone, set, read, choose } = useFacts(view)
  const [errors, setErrors] = useState<FactErrors>({})
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [taken, setTaken] = useState<ReceivedFiling>()
  const manual = useManualFiles(({ kind, facts: found }) => kind === 'pdf' && read(found))
  const settle = (part: Partial<FilingFacts>) => setErrors((known) => withoutFixed(known, part))
  const change = (part: Partial<FilingFacts>) => {
    set(part)
    settle(part)
  }
  const lookup = useLookup(facts, view?.envelope?.id)
  const use = ({ id, courtIds }: KnownOfFiling['cases'][number]) =>
    change({ caseId: id, ...onlyCourt(facts, courtIds) })
  useOnlyCase(lookup, { facts, isDone, choose: (found) => settle(choose(found)) })
  const submit = async () => {
    const problem = whyNot({ facts, manual, isCompletion: view !== undefined })
    const missing = missingFacts(facts)
    setErrors(Object.fromEntries(missing.map((key) => [key, t('manual.facts.required')])))
    setFailure(problem ? t(problem) : undefined)
    if (problem || missing.length > 0) return focusFact(missing[0])
    setBusy(true)
    try {
      setTaken(await enterFiling({ facts, files: manual.files, itemId: view?.item.id }))
      await queryClient.invalidateQueries({ queryKey: ['inbox_item'] })
    } catch (error) {
      const wrong = error instanceof ApiFailure ? errorsOf(error) : {}
      setErrors(wrong)
      setFailure(error instanceof Error ? error.message : String(error))
      focusFact(Object.keys(wrong)[0])
    } finally {
      setBusy(false)
    }
  }
  return { facts, change, errors, failure, isBusy, taken, manual, lookup, use, submit }
}

function withoutFixed(errors: FactErrors, part: Partial<FilingFacts>): FactErrors {
  return Object.fromEntries(Object.entries(errors).filter(([key]) => !(key in part)))
}

/** Holds the facts, and remembers which of them the page itself chose. */
function useFacts(view: ItemView | undefined) {
  const [{ facts, own }, setEntered] = useState<EnteredFacts>(() => ({
    facts: view ? factsOfItem(view) : noFacts,
    own: undefined,
  }))
  return {
    facts,
    isDone: own?.docketNumber.trim() === facts.docketNumber.trim(),
    set: (part: Partial<FilingFacts>) => setEntered((known) => withChanged(known, part)),
    read: (found: Partial<FilingFacts>) => setEntered((known) => ({ ...known, facts: withRead(known.facts, found) })),
    choose: ({ id, courtIds }: KnownOfFiling['cases'][number]) => {
      const chosen = { caseId: id, ...onlyCourt(facts, courtIds) }
      setEntered((known) => withOwn(known, chosen))
      return chosen
    },
  }
}

function useLookup(facts: FilingFacts, envelopeId: string | undefined) {
  const asked = JSON.stringify([facts.courtId, facts.docketNumber.trim(), facts.documentNumber.trim()])
  const [settled] = useDebouncedValue(asked, 300)
  const { data } = useQuery({
    queryKey: ['case', 'manual', settled, envelopeId],
    queryFn: ({ signal }) => lookUp(facts, envelopeId, signal),
    enabled: settled === asked && facts.docketNumber.trim() !== '',
  })
  // An answer about other facts must not stand for these: its only case would be chosen for them.
  return settled === asked ? data : undefined
}

interface OnlyCase {
  facts: FilingFacts
  /** Whether one was chosen for this docket number. */
  isDone: boolean
  choose: (found: KnownOfFiling['cases'][number]) => void
}

/**
 * Chooses a single match automatically, once per docket number: removing it again is deliberate. A case whose court the
 * role may not see may be one of another court with that number, so a person chooses it.
 */
function useOnlyCase(
  lookup: Awaited<ReturnType<typeof lookUp>> | undefined,
  { facts, isDone, choose }: OnlyCase,
): void {
  useEffect(() => {
    const [only, ...others] = lookup?.cases ?? []
    if (!only?.courtIds || others.length > 0 || facts.caseId || isDone) return
    choose(only)
  })
}

function onlyCourt({ courtId }: FilingFacts, courtIds: readonly string[] | null): { courtId?: string } {
  const [only, ...others] = courtIds ?? []
  return !courtId && only && others.length === 0 ? { courtId: only } : {}
}

interface Readiness {
  facts: FilingFacts
  manual: ReturnType<typeof useManualFiles>
  isCompletion: boolean
}

/** Returns the key of the sentence that says why it can't be submitted yet. */
function whyNot({ facts, manual: { files }, isCompletion }: Readiness): string | undefined {
  if (files.some(({ upload, refused }) => !upload && !refused)) return 'manual.waitFiles'
  const documents = files.filter(({ upload }) => upload?.kind === 'pdf')
  if (documents.length === 0 && !isCompletion) return 'manual.noFiles'
  const isUntitled = documents.some(({ title }) => title.trim() === '')
  return isUntitled || missingFacts(facts).length > 0 ? 'manual.wrong' : undefined
}

function errorsOf({ problem }: ApiFailure): FactErrors {
  return Object.fromEntries(Object.entries(problemsFrom(problem)).filter(([key]) => Object.hasOwn(noFacts, key)))
}

function focusFact(key: string | undefined): void {
  if (key) document.querySelector<HTMLElement>(`[data-fact="${CSS.escape(key)}"]`)?.focus()
}

/** Returns the known facts of an item that needs attention. */
function factsOfItem({ item, notice, envelope }: ItemView): FilingFacts {
  const [first] = notice.cases ?? []
  return withRead(noFacts, {
    courtId: notice.courtId?.value ?? item.ecfxJurisdictionId ?? '',
    docketNumber: first?.docketNumber.value ?? item.docketNumber ?? '',
    caseId: item.caseId ?? '',
    documentNumber: notice.documentNumber?.value ?? first?.documentNumber?.value ?? envelope?.documentNumber ?? '',
    filedDate: notice.filedDate?.value ?? '',
    event: notice.event?.value ?? item.event ?? '',
    docketText: notice.docketText?.value ?? '',
    filedBy: notice.filingUser?.value ?? '',
  })
}
