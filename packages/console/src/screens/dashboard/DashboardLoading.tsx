import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './dashboard.module.css'

const boxes = [
  { name: 'figure-1', span: 3, height: 118 },
  { name: 'figure-2', span: 3, height: 118 },
  { name: 'figure-3', span: 3, height: 118 },
  { name: 'figure-4', span: 3, height: 118 },
  { name: 'notices', span: 8, height: 300 },
  { name: 'hours', span: 4, height: 300 },
] as const

/** Grey boxes where the numbers will be, as large as they will be. */
export function DashboardLoading() {
  const { t } = useTranslation()
  return (
    <div role="status">
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
      <div className={classes.grid} aria-hidden>
        {boxes.map(({ name, span, height }) => (
          <div key={name} data-span={span}>
            <Skeleton height={height} radius={8} />
          </div>
        ))}
      </div>
    </div>
  )
}
