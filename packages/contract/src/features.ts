/** Features a firm can subscribe to in addition to the standard ones (specification, section 3: entitled features). */
export const features = ['title_extraction', 'tracking'] as const
export type Feature = (typeof features)[number]

/** Returns whether a firm is entitled to a feature; always false before login. */
export function hasFeature(firm: { entitledFeatures?: readonly string[] }, feature: Feature): boolean {
  return firm.entitledFeatures?.includes(feature) ?? false
}
