import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './Loading.module.css'

/** Shows gray lines in place of rows, at their final height. */
export function LoadingRows({ count = 8 }: { count?: number }) {
  const { t } = useTranslation()
  return (
    <div role="status">
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical and their order never changes
        <div key={index} className={classes.row} aria-hidden>
          <Skeleton height={10} width={`${24 + ((index * 37) % 40)}%`} />
        </div>
      ))}
    </div>
  )
}

/** Shows that a page is loading. */
export function LoadingPage() {
  return (
    <div className={classes.page}>
      <Skeleton height={22} width={180} aria-hidden />
      <LoadingRows />
    </div>
  )
}

/** Shows that fields are loading. */
export function LoadingFields({ count = 5 }: { count?: number }) {
  const { t } = useTranslation()
  return (
    <div role="status" className={classes.fields}>
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields are identical and their order never changes
        <div key={index} aria-hidden>
          <Skeleton height={9} width={90} mb={8} />
          <Skeleton height={36} />
        </div>
      ))}
    </div>
  )
}
