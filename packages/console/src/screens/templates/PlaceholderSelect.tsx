import { labelFromKey } from '@courtcrier/contract/names.ts'
import { mailLists, mailPlaceholders } from '@courtcrier/contract/placeholders.ts'
import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Chooses a placeholder to put in; grouped by what it tells of, found by typing. */
export function PlaceholderSelect({ onInsert }: { onInsert: (name: string) => void }) {
  const { t } = useTranslation()
  const groups = [
    { group: t('template.lists'), items: [...mailLists] as string[] },
    ...Object.entries(mailPlaceholders).map(([group, names]) => ({
      group: labelFromKey(group),
      items: names.map((name) => `${group}.${name}`),
    })),
  ]
  return (
    <Select
      searchable
      label={t('template.insert')}
      description={t('template.insertHint')}
      nothingFoundMessage={t('template.noPlaceholder')}
      data={groups}
      value={null}
      onChange={(name) => name && onInsert(name)}
    />
  )
}
