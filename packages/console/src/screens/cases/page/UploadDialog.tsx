import { readFiling } from '@courtcrier/contract/calls/filings.ts'
import { canTransition, type ItemStatus } from '@courtcrier/contract/notice.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../session/ask.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingFields } from '../../../ui/Loading.tsx'
import { useAskFirst } from '../../../ui/use-ask-first.tsx'
import { useFocusBack } from '../../../ui/use-focus-back.ts'
import fix from '../../inbox/item/Fix.module.css'
import { type ItemView, itemQuery } from '../../inbox/item/item-view.ts'
import UploadFix from '../../inbox/item/UploadFix.tsx'
import { useItemActions } from '../../inbox/use-item-actions.ts'
import type { FixPart } from '../../inbox/verbs/row-verbs.ts'

interface UploadDialogProps {
  envelopeId: string
  part?: FixPart | undefined
  onClose: () => void
}

/** Shows a filing's missing documents, to upload them or open them at the court. Its notices then continue. */
export default function UploadDialog({ envelopeId, part, onClose }: UploadDialogProps) {
  const { t } = useTranslation()
  useFocusBack()
  const { view, error, isWithoutNotice, refetch } = useNotice(envelopeId)
  const { close, isAsking, question, onInput } = useAskFirst(onClose)
  return (
    <Modal
      opened
      onClose={close}
      onInput={onInput}
      closeOnEscape={!isAsking}
      size={560}
      title={t('casePage.upload.title')}
      closeButtonProps={{ 'aria-label': t('inbox.fix.close') }}
      // The dialog belongs to a row of the docket, which a click opens.
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {question}
      {error && <ErrorState error={error} retry={refetch} />}
      {!error && isWithoutNotice && <p className={fix.reason}>{t('casePage.upload.none')}</p>}
      {!error && !isWithoutNotice && !view && <LoadingFields count={3} />}
      {view && <Body view={view} part={part} onClose={onClose} />}
    </Modal>
  )
}

function Body({ view, part, onClose }: Omit<UploadDialogProps, 'envelopeId'> & { view: ItemView }) {
  const acting = useItemActions()
  const root = useRef<HTMLDivElement>(null)
  const [first] = useState(view.item.status)
  const isOver = view.item.status !== first
  useEffect(() => {
    if (isOver) onClose()
  }, [isOver, onClose])
  useEffect(() => {
    root.current?.querySelector<HTMLElement>(part === 'pacer' ? '[data-part="pacer"]' : '[data-first-fix]')?.focus()
  }, [part])
  const { refused } = acting
  return (
    <div ref={root}>
      <UploadFix view={view} acting={acting} part={part} />
      {refused && (
        <p role="alert" className={fix.refused}>
          {refused.sentence}
        </p>
      )}
    </div>
  )
}

/** Returns the notice of the filing that takes its documents: the one waiting for them, or else any that may resume. */
function useNotice(envelopeId: string) {
  const filing = useQuery({
    queryKey: [envelope.name, 'notices', envelopeId],
    queryFn: ({ signal }) => ask(readFiling, { id: envelopeId }, { signal }),
    meta: { shows: [courtDocument.name] },
  })
  const notices = (filing.data?.notices ?? []) as unknown as readonly { id: string; status: ItemStatus }[]
  const open = notices.filter(({ status }) => canTransition(status, 'New'))
  const notice = open.find(({ status }) => status === 'Action Required') ?? open[0]
  const item = useQuery({ ...itemQuery(notice?.id ?? ''), enabled: notice !== undefined })
  return {
    view: item.data,
    error: item.data ? null : (item.error ?? filing.error),
    isWithoutNotice: filing.data !== undefined && notice === undefined,
    refetch: () => void (notice ? item.refetch() : filing.refetch()),
  }
}
