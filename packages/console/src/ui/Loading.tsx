import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './Loading.module.css'

/** Grey lines where rows will be, as high as they will be. */
export function LoadingRows({ count = 8 }: { count?: number }) {
  const { t } = useTranslation()
  return (
    <div role="status">
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
        <div key={index} className={classes.row} aria-hidden>
          <Skeleton height={10} width={`${24 + ((index * 37) % 40)}%`} />
        </div>
      ))}
    </div>
  )
}

/** A page that is on its way. */
export function LoadingPage() {
  return (
    <div className={classes.page}>
      <Skeleton height={22} width={180} aria-hidden />
      <LoadingRows />
    </div>
  )
}

/** Fields that are on their way. */
export function LoadingFields({ count = 5 }: { count?: number }) {
  const { t } = useTranslation()
  return (
    <div role="status" className={classes.fields}>
      <VisuallyHidden>{t('state.loading')}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields are alike and never move
        <div key={index} aria-hidden>
          <Skeleton height={9} width={90} mb={8} />
          <Skeleton height={36} />
        </div>
      ))}
    </div>
  )
}
