export const eventLevels = ['INFO', 'AUDIT', 'WARNING', 'ERROR', 'CRITICAL'] as const
export type EventLevel = (typeof eventLevels)[number]
