import type { Resource } from '@courtcrier/contract/resource.ts'
import { Button, Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import menuClasses from './ColumnMenu.module.css'
import classes from './list.module.css'
import type { Arrangement } from './use-table-layout.ts'

const ColumnPanel = lazy(() => import('./ColumnPanel.tsx'))

interface ColumnMenuProps {
  resource: Resource
  arrangement: Arrangement
}

/** Which columns a table has and in what order, how high its rows are, and whether its first column stays. */
export function ColumnMenu({ resource, arrangement }: ColumnMenuProps) {
  const { t } = useTranslation()
  return (
    <Popover position="bottom-end" width={300} trapFocus returnFocus withinPortal={false}>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          className={classes.columns}
          leftSection={<IconColumns3 size={16} aria-hidden />}
        >
          {t('list.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('table.arrangement')} className={menuClasses.panel}>
        <Suspense>
          <ColumnPanel resource={resource} arrangement={arrangement} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
