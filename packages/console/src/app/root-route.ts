import { createRootRoute } from '@tanstack/react-router'
import { CrashPage } from './CrashPage.tsx'
import { RootLayout } from './RootLayout.tsx'

/** Above every page, whether behind the log-in or not. */
export const root = createRootRoute({ component: RootLayout, errorComponent: CrashPage })
