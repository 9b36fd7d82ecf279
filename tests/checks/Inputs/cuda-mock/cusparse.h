// Part of Tensor Tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What tests call of cuSPARSE.
#ifndef CUDA_MOCK_CUSPARSE_H
#define CUDA_MOCK_CUSPARSE_H

#include <stdint.h>

typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
enum cusparseStatus_t { CUSPARSE_STATUS_SUCCESS };
enum cudaDataType { CUDA_R_32F };
enum cusparseOrder_t { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW };
extern "C" cusparseStatus_t
cusparseCreateDnMat(cusparseDnMatDescr_t *dnMatDescr, int64_t rows,
                    int64_t cols, int64_t ld, void *values,
                    cudaDataType valueType, cusparseOrder_t order);

#endif
