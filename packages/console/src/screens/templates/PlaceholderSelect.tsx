import { clockPlaceholders, isClockKind, placeholderGroups } from '@courtcrier/contract/clock-placeholders.ts'
import { labelFromKey } from '@courtcrier/contract/names.ts'
import type { TemplateKind } from '@courtcrier/contract/template-kinds.ts'
import { useTranslation } from 'react-i18next'
import { placeholderWords } from '../../fields/placeholder-words.ts'
import { inLanguage } from '../../i18n/words.ts'
import { LateSelect } from '../../ui/choice/LateSelect.tsx'

interface PlaceholderSelectProps {
  kind: TemplateKind
  onInsert: (name: string) => void
  onInsertLoop: () => void
}

/** No placeholder can have this name. */
const loop = '%loop'

/** Chooses a placeholder to insert; grouped by record, searchable by typing. */
export function PlaceholderSelect({ kind, onInsert, onInsertLoop }: PlaceholderSelectProps) {
  const { t } = useTranslation()
  const loops = isClockKind(kind)
    ? [
        {
          group: t('template.loops'),
          items: [{ value: loop, label: t('template.loop', { list: clockPlaceholders[kind].list.name }) }],
        },
      ]
    : []
  const groups = placeholderGroups(kind).map(({ name, placeholders, each }) => ({
    group: each
      ? t('template.inEach', { group: inLanguage(labelFromKey(name)), list: each })
      : name === 'lists'
        ? t('template.lists')
        : inLanguage(labelFromKey(name)),
    items: placeholders.map((value) => ({ value, label: placeholderWords(value) })),
  }))
  return (
    <LateSelect
      searchable
      label={t('template.insert')}
      description={t('template.insertHint')}
      nothingFoundMessage={t('template.noPlaceholder')}
      data={[...loops, ...groups]}
      value={null}
      onChange={(chosen) => {
        if (chosen === loop) onInsertLoop()
        else if (chosen) onInsert(chosen)
      }}
    />
  )
}
