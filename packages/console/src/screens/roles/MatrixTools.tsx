import type { Role } from '@courtcrier/contract/access.ts'
import { Select, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './roles.module.css'

interface MatrixToolsProps {
  words: string
  onWords: (words: string) => void
  /** `saved`, the ID of a role, or empty to show everything. */
  against: string
  onAgainst: (against: string) => void
  roles: readonly Role[]
  hasSaved: boolean
  /** Absent for read-only roles. */
  onCopy: ((role: Role) => void) | undefined
}

/** Shows what narrows the matrix, and what fills it from another role. */
export function MatrixTools({ words, onWords, against, onAgainst, roles, hasSaved, onCopy }: MatrixToolsProps) {
  const { t } = useTranslation()
  const choices = roles.map(({ id, name }) => ({ value: id, label: name }))
  const saved = hasSaved ? [{ value: 'saved', label: t('roles.saved') }] : []
  return (
    <div className={classes.tools}>
      <TextInput
        type="search"
        label={t('roles.filter')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={words}
        onChange={(event) => onWords(event.currentTarget.value)}
      />
      <Select
        label={t('roles.difference')}
        data={[{ value: '', label: t('roles.everything') }, ...saved, ...choices]}
        value={against}
        allowDeselect={false}
        onChange={(value) => onAgainst(value ?? '')}
      />
      {onCopy && (
        <Select
          label={t('roles.copy')}
          placeholder={t('roles.copyChoose')}
          data={choices}
          value={null}
          onChange={(id) => {
            const role = roles.find((known) => known.id === id)
            if (role) onCopy(role)
          }}
        />
      )}
    </div>
  )
}
