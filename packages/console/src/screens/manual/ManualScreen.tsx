import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingPage } from '../../ui/Loading.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { type ItemView, itemQuery } from '../inbox/item/item-view.ts'
import { useCanAct } from '../inbox/use-item-actions.ts'
import { DropZone } from './DropZone.tsx'
import { FactsForm } from './FactsForm.tsx'
import { FileList } from './FileList.tsx'
import { KnownFilingNote, MatchNote } from './MatchNote.tsx'
import classes from './manual.module.css'
import './text.ts'
import { useManualEntry } from './use-manual-entry.ts'

/** Where a person enters what did not come by mail, or completes a notice that waits for a person. */
export default function ManualScreen() {
  const { t } = useTranslation()
  const { item: itemId }: { item?: string } = useSearch({ strict: false })
  const canEnter = useCanAct()
  const navigate = useNavigate()
  // Another entry begins with nothing of the one before.
  const [round, setRound] = useState(0)
  const startOver = () => {
    setRound(round + 1)
    if (itemId) void navigate({ to: '/manual-processing' })
  }
  return (
    <div className={classes.page}>
      <PageHeader title={t('manual.title')} />
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
    // What somebody is typing must not be replaced by what arrives meanwhile.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (view) return <EntryForm view={view} onAnother={onAnother} />
  return error ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingPage />
}

function EntryForm({ view, onAnother }: { view: ItemView | undefined; onAnother: () => void }) {
  const { t } = useTranslation()
  const entry = useManualEntry(view)
  const { facts, manual, lookup, taken } = entry
  if (taken) return <Done taken={taken} onAnother={onAnother} />
  const isRead = manual.files.some(({ upload }) => upload?.kind === 'pdf' && upload.facts.docketNumber)
  const isMessageOnly = manual.files.length > 0 && manual.files.every(({ upload }) => upload?.kind === 'message')
  return (
    <div className={classes.body}>
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
