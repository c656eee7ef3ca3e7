export { Brand, type Features, type Palette } from './brand.ts';
export { BrandKit, kitOf, type LogoKind, logoKinds, logoOn, pictureAddress, picturesOf, withKit } from './brand-kit.ts';
export { type BrandsShown, brandAsDelivered, brandAtHost, brandOfOrganization, pageOfBrand, type Reached } from './brands-shown.ts';
export { type BrandCheck, type BrandProblem, checkBrand } from './check-brand.ts';
export { contrast } from './colour.ts';
export { type ContrastPair, contrastPairs, edgeOf, pointedAt } from './contrast-pairs.ts';
export { type Block, type Inline, parseMarkdown } from './markdown.ts';
