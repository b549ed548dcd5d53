import type { Resource } from '@courtcrier/contract/resource.ts'
import { Button } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { LatePopup } from '../ui/LatePopup.tsx'
import classes from './list.module.css'
import type { Arrangement } from './use-table-layout.ts'

const loadPanel = () => import('./ColumnPanel.tsx')

interface ColumnMenuProps {
  resource: Resource
  arrangement: Arrangement
}

/** Which columns a table has and in what order, how high its rows are, and whether its first column stays. */
export function ColumnMenu({ resource, arrangement }: ColumnMenuProps) {
  const { t } = useTranslation()
  return (
    <LatePopup
      kind="dialog"
      load={loadPanel}
      props={{ resource, arrangement }}
      target={(target) => (
        <Button
          {...target}
          variant="default"
          size="xs"
          className={classes.columns}
          leftSection={<IconColumns3 size={16} aria-hidden />}
        >
          {t('list.columns')}
        </Button>
      )}
    />
  )
}
