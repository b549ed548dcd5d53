import type { ReceivedFiling } from '@courtcrier/contract/calls/manual.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LeaveGuard } from '../../resource/LeaveGuard.tsx'
import { DropHint } from '../../ui/DropHint.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingPage } from '../../ui/Loading.tsx'
import { notify } from '../../ui/notices.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import type { SearchParams } from '../../ui/search-params.ts'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { useLatest } from '../../ui/use-latest.ts'
import { type ItemView, itemQuery } from '../inbox/item/item-view.ts'
import { trailAfter } from '../inbox/triage-trail.ts'
import { useCanAct } from '../inbox/use-item-actions.ts'
import { focusTitle } from '../inbox/use-kept-focus.ts'
import { FactsForm } from './FactsForm.tsx'
import { FileList } from './FileList.tsx'
import { KnownFilingNote, MatchNote } from './MatchNote.tsx'
import classes from './manual.module.css'
import './text.ts'
import type { FilingFacts, ManualFile } from './manual-state.ts'
import { useManualEntry } from './use-manual-entry.ts'

/** Enters a filing not received by email, or completes a notice that needs attention. */
export default function ManualScreen() {
  const { t } = useTranslation()
  const { item: itemId }: { item?: string } = useSearch({ strict: false })
  const canEnter = useCanAct()
  const navigate = useNavigate()
  // A new entry must not reuse anything of the previous one.
  const [round, setRound] = useState(0)
  const startOver = () => {
    setRound(round + 1)
    if (itemId) void navigate({ to: '/manual-processing' })
  }
  return (
    <div className={classes.page}>
      <PageHeader title={t('nav.manual')} />
      <p className={classes.lead}>{t('manual.lead')}</p>
      {!canEnter && <EmptyState title={t('manual.denied')} text={t('manual.deniedText')} />}
      {canEnter && itemId && <Completion key={itemId} itemId={itemId} onAnother={startOver} />}
      {canEnter && !itemId && <EntryForm key={round} view={undefined} onAnother={startOver} />}
    </div>
  )
}

function Completion({ itemId, onAnother }: { itemId: string; onAnother: () => void }) {
  const {
    data: view,
    error,
    refetch,
  } = useQuery({
    ...itemQuery(itemId),
    // Input must not be replaced by data that arrives in the meantime.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (view) return <EntryForm view={view} onAnother={onAnother} />
  return error ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingPage />
}

function EntryForm({ view, onAnother }: { view: ItemView | undefined; onAnother: () => void }) {
  const { t } = useTranslation()
  const entry = useManualEntry(view)
  const { facts, manual, lookup, taken } = entry
  const [before] = useState(() => typedOf(facts))
  const hasMovedOn = useNextItem(view, taken)
  if (hasMovedOn) return null
  if (taken) return <Done taken={taken} onAnother={onAnother} />
  const isRead = manual.files.some(({ upload }) => upload?.kind === 'pdf' && upload.facts.docketNumber)
  const isMessageOnly = manual.files.length > 0 && manual.files.every(({ upload }) => upload?.kind === 'message')
  return (
    <div className={classes.body}>
      <LeaveGuard isDirty={() => typedOf(facts) !== before || manual.files.some(isOwn)} isLeaving={() => false} />
      {view && <ItemNote view={view} />}
      <section className={classes.column} aria-label={t('manual.files.title')}>
        <h2 className={classes.heading}>{t('manual.files.title')}</h2>
        <DropZone onFiles={manual.add} />
        <FileList manual={manual} />
      </section>
      {!isMessageOnly && (
        <form
          className={classes.column}
          aria-label={t('manual.facts.title')}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void entry.submit()
          }}
        >
          <h2 className={classes.heading}>{t('manual.facts.title')}</h2>
          {isRead && (
            <p className={classes.hint} role="status">
              {t('manual.facts.read')}
            </p>
          )}
          <KnownFilingNote filing={lookup?.filing} />
          <FactsForm
            facts={facts}
            errors={entry.errors}
            onChange={entry.change}
            match={<MatchNote lookup={lookup} facts={facts} onUse={entry.use} />}
          />
          {entry.failure && (
            <p role="alert" className={classes.refused}>
              {entry.failure}
            </p>
          )}
          <div>
            <Button type="submit" loading={entry.isBusy}>
              {t('manual.submit')}
            </Button>
          </div>
        </form>
      )}
    </div>
  )
}

/** Returns what people type; the case and its court may have been chosen by the page itself. */
function typedOf({ caseId: _, courtId: __, ...facts }: FilingFacts): string {
  return JSON.stringify(facts)
}

/** A message is received as a whole, by its own button. */
function isOwn({ upload }: ManualFile): boolean {
  return upload?.kind !== 'message'
}

/** Goes on with the next item of the inbox, if the one that was completed had been opened from it. */
function useNextItem(view: ItemView | undefined, taken: ReceivedFiling | undefined): boolean {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [trail] = useState(() => trailAfter(view?.item.id))
  const hasMovedOn = trail !== undefined && taken !== undefined
  const goOn = useLatest({
    go: async () => {
      if (!trail || !taken) return
      const { nextId, search } = trail
      notify({
        color: 'success',
        text: t(taken.isNew ? 'manual.done.title' : 'manual.done.known'),
        action: { label: 'manual.done.follow', onClick: () => void openItem(taken.itemId) },
      })
      if (nextId) await openItem(nextId, search)
      else await navigate({ to: '/inbox-items', search })
    },
  })
  const openItem = async (id: string, search: SearchParams = {}) => {
    await navigate({ to: '/inbox-items/id/$id', params: { id }, search, state: { fromInboxList: true } as object })
    requestAnimationFrame(() => focusTitle(null))
  }
  useEffect(() => {
    if (hasMovedOn) void goOn.go()
  }, [hasMovedOn, goOn])
  return hasMovedOn
}

/** Opens the browser's file dialog; while it is shown, files can be dropped anywhere on the page. */
function DropZone({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const isOver = useFileDrop(onFiles)
  return (
    <div className={classes.zone} data-over={isOver || undefined}>
      {isOver && <DropHint text={t('manual.files.dropAnywhere')} />}
      <p id={`${id}-drop`}>{t('manual.files.drop')}</p>
      <label className={classes.choose} htmlFor={id}>
        {t('manual.files.choose')}
      </label>
      <input
        ref={input}
        id={id}
        className={classes.fileInput}
        type="file"
        multiple
        accept=".pdf,.eml,application/pdf,message/rfc822"
        aria-describedby={`${id}-drop`}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          // So that the same file can be chosen again after it was removed.
          event.currentTarget.value = ''
        }}
      />
    </div>
  )
}

function ItemNote({ view: { item } }: { view: ItemView }) {
  const { t } = useTranslation()
  return (
    <p className={classes.item}>
      {t('manual.item.completes')}{' '}
      <Link to="/inbox-items/id/$id" params={{ id: item.id }} className={classes.link}>
        {item.subject || item.caseName || item.id}
      </Link>{' '}
      <Link to="/manual-processing" className={classes.link}>
        {t('manual.item.leave')}
      </Link>
    </p>
  )
}

function Done({ taken, onAnother }: { taken: { itemId: string; isNew: boolean }; onAnother: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="status">
      <EmptyState
        title={t(taken.isNew ? 'manual.done.title' : 'manual.done.known')}
        text={t(taken.isNew ? 'manual.done.text' : 'manual.done.knownText')}
        action={
          <span className={classes.doneActions}>
            <Button renderRoot={(props) => <Link {...props} to="/inbox-items/id/$id" params={{ id: taken.itemId }} />}>
              {t('manual.done.follow')}
            </Button>
            <Button variant="default" onClick={onAnother}>
              {t('manual.done.another')}
            </Button>
          </span>
        }
      />
    </div>
  )
}
