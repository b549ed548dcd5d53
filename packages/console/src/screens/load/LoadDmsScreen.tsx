import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { type DocumentCopy, documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { readUuid } from '@courtcrier/contract/uuid.ts'
import { Button, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { getRow, searchRows } from '../../session/api.ts'
import { useTitleOf } from '../../session/titles.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatDateTime } from '../../ui/format-time.ts'
import { notify } from '../../ui/notices.ts'
import { webLink } from '../../ui/web-link.ts'
import { hasSeveralCases } from '../inbox/item/has-several-cases.ts'
import { LoadingSteps } from './LoadingSteps.tsx'
import classes from './load.module.css'
import { Problem } from './Problem.tsx'
import './text.ts'
import { copyText } from '../../ui/copy-text.ts'

/**
 * Opens the target of a link to a document in the DMS: the DMS itself if it has a web address, otherwise the path
 * there.
 */
export default function LoadDmsScreen() {
  const { t } = useTranslation()
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const { data, error, refetch } = useQuery({
    queryKey: [documentCopy.name, 'of', id],
    queryFn: ({ signal }) => findCopies(id, signal),
  })
  const only = data?.length === 1 ? webAddressOf(data[0]) : undefined
  useEffect(() => {
    if (only) window.location.replace(only)
  }, [only])
  if (error && !data) return <Problem title={t('load.dmsFailed')} error={error} retry={() => void refetch()} />
  if (!data || only) return <LoadingSteps title={t('load.dms')} step={only ? 2 : 1} of={2} />
  return <Copies copies={data} documentId={data[0]?.documentId ?? id} />
}

function Copies({ copies, documentId }: { copies: readonly DocumentCopy[]; documentId: string }) {
  const { t } = useTranslation()
  const open = (
    <Button
      variant="default"
      renderRoot={(props) => <Link {...props} to={`/load-document/${encodeURIComponent(documentId)}`} />}
    >
      {t('load.open')}
    </Button>
  )
  if (copies.length === 0)
    return (
      <>
        <VisuallyHidden component="h1">{t('load.dmsNone')}</VisuallyHidden>
        <EmptyState title={t('load.dmsNone')} text={t('load.dmsNoneText')} action={open} />
      </>
    )
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('load.dmsTitle')}</h1>
      <ul className={classes.copies}>
        {copies.map((copy) => (
          <Copy key={copy.id} copy={copy} ofSeveral={hasSeveralCases(copies)} />
        ))}
      </ul>
      <div>{open}</div>
    </div>
  )
}

function Copy({ copy, ofSeveral }: { copy: DocumentCopy; ofSeveral: boolean }) {
  const { t } = useTranslation()
  const { data: savedFor } = useTitleOf('case', ofSeveral ? copy.caseId : undefined)
  const { data: policy } = useTitleOf('storage_policy', copy.storagePolicyId)
  const address = webAddressOf(copy)
  const { path, status, storedAt, sentence } = copy
  const word = storedAt ? t('load.filed', { time: formatDateTime(storedAt) }) : t('load.statusOf', { status })
  const copyPath = async () => {
    if (await copyText(path ?? '')) notify({ color: 'success', text: 'load.copied' })
  }
  return (
    <li className={classes.copy}>
      <span className={classes.place}>
        <span className={classes.path}>{path ?? sentence}</span>
        <span className={classes.note}>{[savedFor, policy, word].filter(Boolean).join(' · ')}</span>
      </span>
      {address && (
        <Button renderRoot={(props) => <a {...props} href={address} rel="noreferrer" />}>{t('load.openInDms')}</Button>
      )}
      {path && !address && (
        <Button variant="default" onClick={() => void copyPath()}>
          {t('load.copyPath')}
        </Button>
      )}
    </li>
  )
}

/** Returns the copies of a document, or the one copy with this ID. */
async function findCopies(named: string, signal: AbortSignal): Promise<readonly DocumentCopy[]> {
  // Neither a document nor a copy can have this ID; the server explains it in its own words.
  const id = readUuid(named)
  if (id === undefined) return [await getRow(documentCopy, named, signal)]
  const filters = [{ field: 'documentId', in: [id] }]
  const { rows } = await searchRows(documentCopy, { filters, max: 50 }, signal)
  if (rows.length > 0) return rows
  const [copy, document] = await Promise.allSettled([
    getRow(documentCopy, id, signal),
    getRow(courtDocument, id, signal),
  ])
  if (copy.status === 'fulfilled') return [copy.value]
  if (document.status === 'fulfilled') return []
  throw document.reason
}

/** Returns an address a browser can open: some stores have web addresses, others paths on a server. */
function webAddressOf(copy: DocumentCopy | undefined): string | undefined {
  return copy?.status === 'succeeded' ? webLink(copy.link) : undefined
}
