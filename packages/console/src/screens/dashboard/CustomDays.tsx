import { Button, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf } from '../../ui/format-time.ts'
import type { Anchor } from '../../ui/LatePopup.tsx'
import { PopoverAt } from '../../ui/PopoverAt.tsx'
import classes from './dashboard.module.css'
import { type DashboardSearch, formatDashboardSearch } from './dashboard-search.ts'

/** Chooses the two days of a custom range. */
export default function CustomDays({ anchor, search }: { anchor: Anchor; search: DashboardSearch }) {
  const { t } = useTranslation()
  return (
    <PopoverAt anchor={anchor} label={t('dashboard.ranges.custom')} position="bottom-end" width={280}>
      <DaysForm search={search} onDone={() => anchor.onChange(false)} />
    </PopoverAt>
  )
}

function DaysForm({ search, onDone }: { search: DashboardSearch; onDone: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const today = dayOf(new Date().toISOString())
  const [days, setDays] = useState(search.days ?? { from: today, to: today })
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!days.from || !days.to) return setMissing(true)
    const [from = '', to = ''] = [days.from, days.to].toSorted()
    void navigate({ to: '/dashboard', search: formatDashboardSearch({ range: 'custom', days: { from, to } }) as never })
    onDone()
  }
  return (
    <form className={classes.custom} onSubmit={submit} noValidate>
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          type="date"
          max="2199-12-31"
          min="1900-01-01"
          label={t(`dashboard.${end}`)}
          value={days[end]}
          error={isMissing && !days[end] && t('dashboard.bothDays')}
          onChange={({ currentTarget: { value } }) => setDays({ ...days, [end]: value })}
          {...(end === 'from' ? { 'data-autofocus': true } : {})}
        />
      ))}
      <Button type="submit">{t('dashboard.show')}</Button>
    </form>
  )
}
