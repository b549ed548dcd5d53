import { subjectAccess } from '@courtcrier/contract/access.ts'
import { type CaseMaking, readCaseMaking, reviewCase, undoCaseMaking } from '@courtcrier/contract/calls/case-making.ts'
import { autoCaseCreation } from '@courtcrier/contract/resources/auto-case-creation.ts'
import { type CourtCase, courtCase } from '@courtcrier/contract/resources/case.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { Button } from '@mantine/core'
import { IconWand } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
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
        text={t('casePage.making.askText')}
        confirm={t('casePage.making.undo')}
        cancel={t('casePage.making.keep')}
        isBusy={isBusy}
        onConfirm={() => void run()}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
