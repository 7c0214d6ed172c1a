// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <cstdint>
#include <cstdio>

double fixed(double x);

static Eigen::MatrixXd filled(int rows, int columns) {
  Eigen::MatrixXd matrix(rows, columns);
  for (int i = 0; i != rows; ++i)
    for (int j = 0; j != columns; ++j)
      matrix(i, j) = (i * 31 + j * 17) % 23 - 11 + (i == j ? 40 : 0);
  return matrix;
}

extern "C" std::uint64_t entry() {
  const Eigen::MatrixXd matrix = filled(24, 24);
  const Eigen::VectorXd right = Eigen::VectorXd::LinSpaced(24, -1, 1);
  std::printf("%.9g\n", matrix.partialPivLu().solve(right).norm());
  std::printf("%.9g\n", matrix.colPivHouseholderQr().solve(right).sum());
  std::printf("%.9g\n", (matrix * matrix.transpose()).llt().solve(right).sum());
  std::printf("%.6g\n", Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(
                            matrix + matrix.transpose())
                            .eigenvalues()
                            .maxCoeff());
  std::printf(
      "%.6g\n",
      Eigen::JacobiSVD<Eigen::MatrixXd>(filled(9, 5)).singularValues().sum());
  Eigen::SparseMatrix<double> sparse = matrix.sparseView(1, 9);
  std::printf("%.9g\n", (sparse * right).norm());
  for (int i = 0; i != 5; ++i)
    std::printf("%.9g\n", fixed(i * 0.25));
  return static_cast<std::uint64_t>((matrix * matrix).sum());
}
