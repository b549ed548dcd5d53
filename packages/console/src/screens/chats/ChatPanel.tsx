import { testChat } from '@courtcrier/contract/calls/chats.ts'
import { type AnyRow, findField } from '@courtcrier/contract/resource.ts'
import { timekeeperGroup } from '@courtcrier/contract/resources/timekeeper-group.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { choiceLabel } from '../../i18n/labels.ts'
import panel from '../../resource/FormPanel.module.css'
import { ask } from '../../session/ask.ts'
import { StatusDot } from '../../ui/StatusDot.tsx'
import { translated } from '../../ui/translated.ts'
import { TestPanel } from '../dms/TestPanel.tsx'
import classes from './chats.module.css'
import './text.ts'

/** Shows how a preference group's chat channel does, and tests it, on the group's form. */
export function ChatPanel({ row }: { row: AnyRow }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const id = String(row.id)
  const test = useMutation({
    mutationFn: () => ask(testChat, { id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [timekeeperGroup.name] }),
  })
  if (!row.chatService) return null
  return (
    <section className={`${panel.panel} ${classes.chat}`} aria-label={t('chats.title')}>
      <h3>{t('chats.title')}</h3>
      <Health row={row} />
      <TestPanel
        resource={timekeeperGroup}
        test={test}
        words="chats.test"
        nameOf={(step) => t(`chats.test.step.${step}`)}
      />
    </section>
  )
}

function Health({ row: { chatHealth, chatSentence } }: { row: AnyRow }) {
  const { t } = useTranslation()
  const field = findField(timekeeperGroup, 'chatHealth')
  // A role that may not see it gets no value.
  if (!field || typeof chatHealth !== 'string') return null
  return (
    <>
      <StatusDot tone={field.tones?.[chatHealth] ?? 'neutral'}>{choiceLabel(field, chatHealth)}</StatusDot>
      {typeof chatSentence === 'string' && <p className={panel.problem}>{translated(chatSentence)}</p>}
      {chatHealth === 'paused' && <p className={classes.hint}>{t('chats.paused')}</p>}
    </>
  )
}
