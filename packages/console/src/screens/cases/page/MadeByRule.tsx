import { subjectAccess } from '@courtcrier/contract/access.ts'
import {
  type CaseMaking,
  previewUnmaking,
  readCaseMaking,
  reviewCase,
  type Unmaking,
  undoCaseMaking,
} from '@courtcrier/contract/calls/case-making.ts'
import { autoCaseCreation } from '@courtcrier/contract/resources/auto-case-creation.ts'
import { type CourtCase, courtCase } from '@courtcrier/contract/resources/case.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { Button } from '@mantine/core'
import { IconWand } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { recordLink } from '../../../resource/record-address.ts'
import { ask } from '../../../session/ask.ts'
import { useRole } from '../../../session/session-store.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { formatDateTime } from '../../../ui/format-time.ts'
import { notify } from '../../../ui/notices.ts'
import { useAction } from '../../../ui/use-action.ts'
import classes from './case-page.module.css'

/** Says which rule made the case from which notice, and lets a person confirm or undo it. Empty for other cases. */
export function MadeByRule({ id, madeByRule }: { id: string; madeByRule: CourtCase['madeByRule'] | undefined }) {
  const { data } = useQuery({
    queryKey: [courtCase.name, 'making', id, madeByRule],
    queryFn: async ({ signal }) => (await ask(readCaseMaking, { id }, { signal })) ?? null,
    enabled: madeByRule !== undefined && madeByRule !== 'NO',
  })
  return data ? <Making id={id} making={data} /> : null
}

function Making({ id, making }: { id: string; making: CaseMaking }) {
  const { t } = useTranslation()
  const { rule, itemId, madeAt, state } = making
  const when = formatDateTime(madeAt)
  return (
    <div className={classes.making} data-state={state}>
      <IconWand size={18} stroke={1.6} aria-hidden />
      <p>
        {rule ? (
          <Link to={recordLink(autoCaseCreation, rule.id)}>{t('casePage.making.by', { rule: rule.name, when })}</Link>
        ) : (
          t('casePage.making.byRule', { when })
        )}{' '}
        {itemId && <Link to={recordLink(inboxItem, itemId)}>{t('casePage.making.notice')}</Link>}
      </p>
      <Acts id={id} isReviewed={state === 'REVIEWED'} />
    </div>
  )
}

function Acts({ id, isReviewed }: { id: string; isReviewed: boolean }) {
  const { t } = useTranslation()
  const role = useRole()
  const queryClient = useQueryClient()
  const review = useAction(async () => {
    await ask(reviewCase, { id })
    await queryClient.invalidateQueries({ queryKey: [courtCase.name] })
  })
  if (subjectAccess(courtCase.subject, role) !== 'FULL') return null
  return (
    <>
      {!isReviewed && (
        <Button size="compact-sm" variant="default" loading={review.isBusy} onClick={() => void review.run()}>
          {t('casePage.making.reviewed')}
        </Button>
      )}
      {subjectAccess(inboxItem.subject, role) === 'FULL' && <UndoButton id={id} />}
      {review.failure && <p role="alert">{review.failure.message}</p>}
    </>
  )
}

function UndoButton({ id }: { id: string }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const consequences = useConsequences(id, isAsking)
  const { run, isBusy, failure } = useAction(async () => {
    const { notices, notified, copies } = await ask(undoCaseMaking, { id }).finally(() => setAsking(false))
    const left = [
      ...(notified ? [t('casePage.making.leftNotified', { people: notified })] : []),
      ...(copies ? [t('casePage.making.leftSaved', { copies })] : []),
    ]
    notify({ color: 'success', text: [t('casePage.making.undone', { count: notices }), ...left].join(' ') })
    await navigate({ to: courtCase.route })
    await queryClient.invalidateQueries()
  })
  return (
    <>
      <Button size="compact-sm" variant="subtle" color="red" onClick={() => setAsking(true)}>
        {t('casePage.making.undo')}
      </Button>
      {failure && <p role="alert">{failure.message}</p>}
      <ConfirmDialog
        opened={isAsking}
        title={t('casePage.making.ask')}
        text={[t('casePage.making.askText'), ...consequences].join(' ')}
        confirm={t('casePage.making.undo')}
        cancel={t('casePage.making.keep')}
        isBusy={isBusy}
        onConfirm={() => void run()}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}

/** What undoing would do now, as sentences; none until that is known. */
function useConsequences(id: string, isAsking: boolean): readonly string[] {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: [courtCase.name, 'making', id, 'undo'],
    queryFn: ({ signal }) => ask(previewUnmaking, { id }, { signal }),
    // What waits may be sent at any moment.
    gcTime: 0,
    retry: false,
    enabled: isAsking,
  })
  return data ? consequencesOf(data, t) : []
}

/** What undoing does, and what it can't take back, as sentences. */
function consequencesOf(
  { notices, waiting, waitingCopies, notified, moreNotified, channels, copies, assigned }: Unmaking,
  t: TFunction,
): readonly string[] {
  const more = moreNotified > 0 ? t('casePage.making.andMore', { count: moreNotified }) : ''
  return [
    t('casePage.making.wouldWait', { count: notices }),
    ...(waiting ? [t('casePage.making.wouldCancel', { count: waiting })] : []),
    ...(waitingCopies ? [t('casePage.making.wouldNotSave', { count: waitingCopies })] : []),
    ...(notified && notified.length > 0
      ? [t('casePage.making.cannotUnsend', { people: `${notified.join(', ')}${more}` })]
      : []),
    ...(channels > 0 ? [t('casePage.making.inChannels', { count: channels })] : []),
    ...(copies ? [t('casePage.making.wouldRemain', { count: copies })] : []),
    ...(assigned && assigned.length > 0 ? [t('casePage.making.assigned', { people: assigned.join(', ') })] : []),
  ]
}
