import { tryFirmLists } from '@courtcrier/contract/calls/trials.ts'
import { validateValue } from '@courtcrier/contract/input.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inputOf } from '../../fields/inputs.ts'
import { fieldInWords, fieldLabel } from '../../i18n/labels.ts'
import { sentenceOf } from '../../i18n/problem-sentence.ts'
import type { FirmSettings } from '../settings/use-firm-settings.ts'
import type { FirmList } from './firm-lists.ts'
import { NoticeTrialPanel } from './NoticeTrialPanel.tsx'
import './text.ts'

/** Tries other entries of one of the firm's lists on past messages; they are saved by a button of their own. */
export default function FirmListTrial({ settings, list }: { settings: FirmSettings; list: FirmList }) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<{ value: unknown }>()
  const label = fieldLabel(firm, list)
  if (!draft)
    return (
      <Button size="compact-sm" variant="default" onClick={() => setDraft({ value: settings.intended(list) ?? [] })}>
        {t('trial.try', { list: label })}
      </Button>
    )
  const end = () => setDraft(undefined)
  const save = () => {
    settings.save(list, draft.value)
    end()
  }
  const change = (value: unknown) => setDraft({ value })
  return <Draft list={list} value={draft.value} change={change} save={save} end={end} />
}

interface DraftProps {
  list: FirmList
  value: unknown
  change: (value: unknown) => void
  save: () => void
  end: () => void
}

function Draft({ list, value, change, save, end }: DraftProps) {
  const { t } = useTranslation()
  const field = fieldInWords(firm, list)
  if (!field) return null
  const Input = inputOf(field)
  const checked = validateValue(field, value)
  const problem = 'code' in checked ? sentenceOf(checked.code) : undefined
  const draft: Partial<Record<FirmList, readonly string[]>> = { [list]: Array.isArray(value) ? value.map(String) : [] }
  return (
    <div>
      <Input
        field={field}
        label={t('trial.draft', { list: fieldLabel(firm, list) })}
        value={value}
        onChange={change}
        error={problem}
      />
      <NoticeTrialPanel call={tryFirmLists} resource={firm} draft={draft} isComplete={problem === undefined} />
      <Button.Group>
        <Button size="compact-sm" variant="default" onClick={end}>
          {t('trial.cancel')}
        </Button>
        <Button size="compact-sm" disabled={problem !== undefined} onClick={save}>
          {t('trial.save')}
        </Button>
      </Button.Group>
    </div>
  )
}
