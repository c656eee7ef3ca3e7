export { Brand, type Features, type Palette } from './brand.ts';
export { type BrandsShown, brandAtHost, brandOfOrganization, pageOfBrand, type Reached } from './brands-shown.ts';
export { type BrandCheck, type BrandProblem, checkBrand } from './check-brand.ts';
export { contrast } from './colour.ts';
