import { Button, Modal, Radio, Stack } from '@mantine/core'
import type { TFunction } from 'i18next'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRecordSearch } from '../../fields/record-search.ts'
import { LateSelect } from '../../ui/choice/LateSelect.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingFields } from '../../ui/Loading.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { deliveryState } from '../inbox/item/delivery-words.ts'
import { failedFirst } from '../inbox/item/failed-first.ts'
import type { FilingView, ResendWish, ToldPerson } from './filing-view.ts'
import classes from './ResendDialog.module.css'
import { momentOf } from './ToldList.tsx'
import { useFiling } from './use-filings.ts'
import { useResend } from './use-resend.ts'

interface ResendDialogProps {
  id: string
  /** The delivery whose recipient is preselected. */
  deliveryId?: string | undefined
  onClose: () => void
}

/** Sends a filing to one person. Someone already notified is marked as such before it is resent. */
export default function ResendDialog({ id, deliveryId, onClose }: ResendDialogProps) {
  const { t } = useTranslation()
  useFocusBack()
  const { data: view, error, refetch } = useFiling(id)
  return (
    <Modal opened onClose={onClose} title={t('told.resend.title')} withCloseButton={false} zIndex={320}>
      {!view && !error && <LoadingFields count={2} />}
      {!view && error && <ErrorState error={error} retry={() => void refetch()} />}
      {view && <ResendForm view={view} deliveryId={deliveryId} onClose={onClose} />}
    </Modal>
  )
}

const elsewhere = 'elsewhere'

function ResendForm({ view, deliveryId, onClose }: { view: FilingView; deliveryId?: string; onClose: () => void }) {
  const { t } = useTranslation()
  const people = failedFirst(latestOfEach(view.deliveries))
  const first = view.deliveries.find(({ id }) => id === deliveryId)
  const [chosen, setChosen] = useState(
    people.find(({ email }) => email === first?.email)?.id ?? people[0]?.id ?? elsewhere,
  )
  const [timekeeper, setTimekeeper] = useState<{ id: string; name: string }>()
  const { mutate, isPending, error } = useResend(view.envelope.id, onClose)
  const person = people.find(({ id }) => id === chosen)
  const wish = wishOf({ person, timekeeper, view })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wish) mutate(wish)
  }
  return (
    <form onSubmit={submit}>
      <Radio.Group label={people.length > 0 ? t('told.resend.people') : undefined} value={chosen} onChange={setChosen}>
        <Stack gap="xs" mt="xs">
          {people.map((each) => (
            <Radio
              key={each.id}
              value={each.id}
              data-autofocus={each.id === chosen || undefined}
              label={each.name ?? each.email}
              description={stateOf(each, t)}
            />
          ))}
          <Radio value={elsewhere} data-autofocus={people.length === 0 || undefined} label={t('told.resend.tell')} />
        </Stack>
      </Radio.Group>
      {chosen === elsewhere && <TimekeeperChoice value={timekeeper} onChange={setTimekeeper} />}
      {wish?.wish.again && <p className={classes.warning}>{t('told.resend.warning', { name: wish.name })}</p>}
      {error && (
        <p role="alert" className={classes.refused}>
          {error.message}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('told.resend.cancel')}
        </Button>
        <Button type="submit" loading={isPending} disabled={!wish}>
          {wish
            ? t(wish.wish.again ? 'told.resend.again' : 'told.resend.send', { name: wish.name })
            : t('told.resend.sendNobody')}
        </Button>
      </div>
    </form>
  )
}

interface TimekeeperChoiceProps {
  value: { id: string; name: string } | undefined
  onChange: (timekeeper: { id: string; name: string } | undefined) => void
}

function TimekeeperChoice({ value, onChange }: TimekeeperChoiceProps) {
  const { t } = useTranslation()
  const { choice } = useRecordSearch('timekeeper', value ? [value.id] : [])
  return (
    <LateSelect
      {...choice}
      mt="sm"
      label={t('told.resend.timekeeper')}
      comboboxProps={{ zIndex: 330 }}
      value={value?.id ?? null}
      onChange={(id, option) => onChange(id && option ? { id, name: option.label } : undefined)}
    />
  )
}

/** Returns each person once, by the last delivery to the address. */
function latestOfEach(deliveries: readonly ToldPerson[]): ToldPerson[] {
  return [...new Map(deliveries.map((delivery) => [delivery.email ?? delivery.id, delivery])).values()]
}

interface Choice {
  person: ToldPerson | undefined
  timekeeper: { id: string; name: string } | undefined
  view: FilingView
}

function wishOf({ person, timekeeper, view }: Choice): { wish: ResendWish; name: string } | undefined {
  const wasTold = (test: (delivery: ToldPerson) => boolean) =>
    view.deliveries.some((delivery) => delivery.status === 'sent' && test(delivery))
  if (person) {
    const again = wasTold(({ email }) => email === person.email)
    return { wish: { delivery_id: person.id, again }, name: person.name ?? person.email ?? '' }
  }
  if (!timekeeper) return undefined
  const again = wasTold(({ timekeeperId }) => timekeeperId === timekeeper.id)
  return { wish: { timekeeper_id: timekeeper.id, again }, name: timekeeper.name }
}

function stateOf({ status, sentAt }: ToldPerson, t: TFunction): string {
  if (sentAt) return t('told.resend.toldAt', { time: momentOf(sentAt) })
  return t('told.resend.neverSent', { status: status ? deliveryState(status).word : '' })
}
